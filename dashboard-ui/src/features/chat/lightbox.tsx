import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { ModalFrame, useModal } from '../../ui/modal';
import { Truncated } from '../../ui/truncated';
import type { Attachment } from './message';
import { onHost, useChatHost } from './queries';
import { useReducedMotion } from './use-reduced-motion';

type LightboxProps = {
  items: readonly Attachment[];
  /** The URL of the item that was pressed. */
  first: string;
  onClosed: () => void;
};

const swipe = 60;

/**
 * Shows one picture or video at a time, as large as the screen allows. Escape and Close end it; arrow keys and swipes
 * move on.
 */
export function Lightbox({ items, first, onClosed }: LightboxProps) {
  const modal = useModal(onClosed);
  const host = useChatHost();
  const still = useReducedMotion();
  // Kept by URL, because an index would shift when items are added before it.
  const [shown, setShown] = useState(first);
  const [zoomed, setZoomed] = useState(false);
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  const swiped = useRef(false);
  const at = items.findIndex(({ url }) => url === shown);
  const item = items[at];

  const goneMeanwhile = useEffectEvent(onClosed);
  useEffect(() => {
    if (!item) goneMeanwhile();
  }, [item]);

  function go(step: number) {
    const next = items[at + step];
    if (!next) return;
    setZoomed(false);
    setShown(next.url);
  }

  function press(event: KeyboardEvent) {
    if (event.target instanceof HTMLVideoElement) return;
    const act: Record<string, () => void> = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      Home: () => go(-at),
      End: () => go(items.length - 1 - at),
    };
    act[event.key]?.();
  }

  function release(event: PointerEvent) {
    const from = start.current;
    start.current = undefined;
    if (!from || zoomed) return;
    const across = event.clientX - from.x;
    const down = event.clientY - from.y;
    swiped.current = Math.max(Math.abs(across), Math.abs(down)) > 10;
    if (Math.abs(across) > swipe && Math.abs(across) > Math.abs(down)) go(across < 0 ? 1 : -1);
    else if (Math.abs(down) > swipe * 1.5) modal.close();
  }

  /** Zooms to twice the size at the pressed place; pressed again, it shows the whole picture. */
  function zoom(event: MouseEvent<HTMLElement>) {
    const byKeyboard = event.detail === 0;
    if (swiped.current && !byKeyboard) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 100;
    const y = ((event.clientY - top) / height) * 100;
    event.currentTarget.style.transformOrigin = byKeyboard ? 'center' : `${x}% ${y}%`;
    setZoomed(!zoomed);
  }

  if (!item) return null;
  const src = onHost(host, item.url);
  return (
    <ModalFrame
      modal={modal}
      label="Media viewer"
      className="chat-lightbox m-0 h-dvh max-h-dvh w-screen max-w-none flex-col overflow-hidden bg-media-scrim text-on-media open:flex"
    >
      <div
        role="presentation"
        onKeyDown={press}
        onPointerDown={(event) => (start.current = { x: event.clientX, y: event.clientY })}
        onPointerUp={release}
        onPointerCancel={() => (start.current = undefined)}
        onClick={(event) => {
          if (event.target === event.currentTarget && !swiped.current) modal.close();
        }}
        className="relative flex min-h-0 flex-1 touch-none flex-col items-center justify-center gap-3"
      >
        <button
          type="button"
          data-autofocus
          onClick={modal.close}
          className="absolute top-3 right-3 z-1 flex h-11 items-center gap-2 rounded-tall bg-media-control px-4 font-medium outline-on-media! hover:bg-media-scrim"
        >
          <X aria-hidden size={18} strokeWidth={2} />
          Close
        </button>
        {item.kind === 'video' ? (
          <video
            key={src}
            src={src}
            poster={item.thumbnail ? onHost(host, item.thumbnail) : undefined}
            controls
            loop
            muted
            autoPlay={!still}
            playsInline
            aria-label={item.name}
            className="max-h-[84dvh] max-w-[92vw] rounded-control"
          />
        ) : (
          <button
            type="button"
            aria-label={zoomed ? 'Zoom out' : 'Zoom in'}
            aria-pressed={zoomed}
            onClick={zoom}
            className={`chat-zoom outline-on-media! ${zoomed ? 'scale-200 cursor-zoom-out' : 'cursor-zoom-in'}`}
          >
            <img
              key={src}
              src={src}
              alt={item.name}
              draggable={false}
              className="max-h-[84dvh] max-w-[92vw] rounded-control object-contain select-none"
            />
          </button>
        )}
        {!zoomed && (
          <p className="flex max-w-[92vw] text-small text-on-media">
            <Truncated text={item.name} />
            {items.length > 1 && (
              <span className="shrink-0 pl-2 tabular-nums" aria-live="polite">
                {at + 1} of {items.length}
              </span>
            )}
          </p>
        )}
        {at > 0 && <Arrow side="left" onPress={() => go(-1)} />}
        {at < items.length - 1 && <Arrow side="right" onPress={() => go(1)} />}
      </div>
    </ModalFrame>
  );
}

function Arrow({ side, onPress }: { side: 'left' | 'right'; onPress: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Previous' : 'Next'}
      onClick={onPress}
      className={`absolute top-1/2 flex size-11 -translate-y-1/2 items-center justify-center rounded-full bg-media-control outline-on-media! hover:bg-media-scrim ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      <Icon aria-hidden size={22} strokeWidth={2} />
    </button>
  );
}
