import { X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { IconButton } from './button';
import { ModalFrame, type Modal } from './modal';

type DialogProps = {
  modal: Modal;
  title: ReactNode;
  /** A button beside the title, which is no part of the dialog's name. */
  besideTitle?: ReactNode;
  subtitle?: ReactNode;
  width?: 480 | 720;
  footer?: ReactNode;
  persistent?: boolean;
  /** After input, a press outside does not close it. */
  keepsInput?: boolean;
  children: ReactNode;
};

const widths = { 480: 'sm:w-120', 720: 'sm:w-180' };

/**
 * A centred box; on phones a sheet from the bottom. Header and footer are fixed, the body scrolls, which a line below
 * the header shows; toasts stay above the footer. In a shallow window all of it scrolls.
 */
export function Dialog({
  modal,
  title,
  besideTitle,
  subtitle,
  width = 480,
  footer,
  persistent,
  keepsInput = true,
  children,
}: DialogProps) {
  const titleId = useId();
  const subtitleId = useId();
  // A sentence is said with the title; anything with controls of its own is not.
  const isSaid = typeof subtitle === 'string';
  const [isScrolled, setIsScrolled] = useState(false);
  return (
    <ModalFrame
      modal={modal}
      persistent={persistent}
      keepsInput={keepsInput}
      labelledBy={titleId}
      describedBy={isSaid ? subtitleId : undefined}
      className={`modal-sheet m-auto max-h-[calc(100dvh-64px)] low:max-h-[calc(100dvh-16px)] w-full max-w-[calc(100vw-32px)] flex-col overflow-hidden shallow:overflow-y-auto rounded-dialog border border-line2 bg-s1 text-fg shadow-dialog open:flex max-sm:mb-0 max-sm:max-h-[92dvh] max-sm:max-w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 ${widths[width]} ${footer ? 'sm:[--toast-lift:calc(88px*var(--docked))]' : ''}`}
    >
      <header
        className={`flex shrink-0 items-start gap-4 border-b px-6 pt-5 pb-4 low:pt-3 low:pb-2 max-sm:px-4 ${isScrolled ? 'border-line' : 'border-transparent'}`}
      >
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-start gap-2">
            <h2 id={titleId} dir="auto" className="min-w-0 text-dialog text-balance wrap-anywhere">
              {title}
            </h2>
            {besideTitle}
          </div>
          {subtitle && (
            <div id={subtitleId} className="text-small text-fg2">
              {subtitle}
            </div>
          )}
        </div>
        {!persistent && (
          <IconButton
            label="Close"
            icon={<X aria-hidden size={18} strokeWidth={1.75} />}
            onClick={modal.close}
            className="-mt-1 -mr-2"
          />
        )}
      </header>
      <div
        data-dialog-body
        onScroll={({ currentTarget }) => setIsScrolled(currentTarget.scrollTop > 0)}
        className={`flex min-h-0 flex-col gap-5 overflow-y-auto shallow:shrink-0 shallow:overflow-visible *:shrink-0 px-6 pt-1 max-sm:px-4 ${footer ? 'pb-6' : 'pb-6 max-sm:pb-[max(24px,env(safe-area-inset-bottom))]'}`}
      >
        {children}
      </div>
      {footer && (
        <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-6 py-4 low:py-2 max-sm:px-4 max-sm:pb-[max(16px,env(safe-area-inset-bottom))] max-sm:*:flex-1">
          {footer}
        </footer>
      )}
    </ModalFrame>
  );
}
