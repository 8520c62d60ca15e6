import { ImageOff, Play } from 'lucide-react';
import { useEffect, useRef, type SyntheticEvent } from 'react';
import { useBroken } from './carried';
import type { Attachment } from './message';
import { onHost, useChatHost } from './queries';
import { useReducedMotion } from './use-reduced-motion';

const longestSide = 320;

type MessageMediaProps = { attachments: readonly Attachment[]; onOpen: (url: string) => void };

/** The files of a message: a single one in its own proportions, several as a grid of squares. */
export function MessageMedia({ attachments, onOpen }: MessageMediaProps) {
  const alone = attachments.length === 1;
  return (
    <div className={alone ? 'flex max-w-full' : 'grid w-80 max-w-full grid-cols-2 gap-1'}>
      {attachments.map((one) => (
        <MediaBox key={one.url} attachment={one} square={!alone} onOpen={() => onOpen(one.url)} />
      ))}
    </div>
  );
}

type MediaBoxProps = { attachment: Attachment; square: boolean; onOpen: () => void };

function MediaBox({ attachment, square, onOpen }: MediaBoxProps) {
  const [broken, onBroken] = useBroken();
  const { kind, name } = attachment;
  const what = kind === 'video' ? 'video' : 'image';
  return (
    <button
      type="button"
      aria-label={`Open ${what} ${name}`}
      onClick={onOpen}
      ref={(box) => {
        if (!box || square) return;
        // Reserves the space before the picture is loaded. The content security policy allows a style set by script,
        // but not in markup.
        const { width, height } = boxOf(attachment);
        box.style.width = `${width}px`;
        box.style.aspectRatio = `${width} / ${height}`;
      }}
      className={`relative max-w-full cursor-zoom-in overflow-hidden rounded-tall border border-line bg-s2 ${square ? 'aspect-square w-full' : ''}`}
    >
      {broken ? (
        <span className="flex size-full flex-col items-center justify-center gap-2 p-3 text-small text-fg3">
          <ImageOff aria-hidden size={22} strokeWidth={1.75} />
          Not available
        </span>
      ) : kind === 'video' ? (
        <QuietVideo attachment={attachment} onBroken={onBroken} />
      ) : (
        <Picture attachment={attachment} onBroken={onBroken} />
      )}
    </button>
  );
}

type PieceProps = { attachment: Attachment; onBroken: () => void };

const filling = 'absolute inset-0 size-full object-cover';

function Picture({ attachment, onBroken }: PieceProps) {
  const host = useChatHost();
  const still = useReducedMotion() && !attachment.thumbnail && /gif|png/.test(attachment.type);
  const canvas = useRef<HTMLCanvasElement>(null);
  const src = onHost(host, attachment.thumbnail ?? attachment.url);

  /**
   * Draws only the first frame for users who prefer reduced motion. PNG can be animated, and so can files that were
   * uploaded as WebP.
   */
  function drawStill({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
    if (!still || !canvas.current) return;
    const { naturalWidth, naturalHeight } = image;
    // A canvas has a maximum size, and high-density screens need two pixels per point.
    const scale = Math.min(1, (2 * longestSide) / Math.max(naturalWidth, naturalHeight));
    const width = Math.max(1, Math.round(naturalWidth * scale));
    const height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.current.width = width;
    canvas.current.height = height;
    canvas.current.getContext('2d')?.drawImage(image, 0, 0, width, height);
  }

  return (
    <>
      <img
        // The image has to load again when the still frame is replaced by the animation or the other way round.
        key={String(still)}
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={drawStill}
        onError={onBroken}
        className={`${filling} ${still ? 'invisible' : ''}`}
      />
      {still && <canvas ref={canvas} className={filling} />}
    </>
  );
}

/** Plays muted while it is on the screen. Users who prefer reduced motion start it in the lightbox. */
function QuietVideo({ attachment, onBroken }: PieceProps) {
  const host = useChatHost();
  const still = useReducedMotion();
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const element = video.current;
    if (!element || still) return;
    const observer = new IntersectionObserver(([entry]) => {
      // A browser that saves power may refuse to play.
      if (entry?.isIntersecting) element.play().catch(() => {});
      else element.pause();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.pause();
    };
  }, [still]);

  return (
    <>
      <video
        ref={video}
        src={onHost(host, attachment.url)}
        poster={attachment.thumbnail ? onHost(host, attachment.thumbnail) : undefined}
        muted
        loop
        playsInline
        preload="metadata"
        aria-hidden
        tabIndex={-1}
        onError={onBroken}
        className={`${filling} pointer-events-none`}
      />
      {still && (
        <span className="absolute inset-0 m-auto flex size-12 items-center justify-center rounded-full bg-media-control text-on-media">
          <Play aria-hidden size={22} strokeWidth={1.75} />
        </span>
      )}
    </>
  );
}

/** The size of the media box: at most 320 × 320, never larger than the file, and never too small to press. */
export function boxOf({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  if (!width || !height) return { width: longestSide, height: 180 };
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(96, Math.round(width * scale)), height: Math.max(64, Math.round(height * scale)) };
}
