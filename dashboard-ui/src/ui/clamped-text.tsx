import { useId, useRef, useState } from 'react';
import { useOverflows } from './use-overflows';

type ClampedTextProps = {
  text: string;
  /** The id of the element that says what the text is about. */
  titleId: string;
};

/** Shows the first three lines of a long text, and the rest on demand. Line breaks are kept. */
export function ClampedText({ text, titleId }: ClampedTextProps) {
  const id = useId();
  const ref = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const long = useOverflows(ref, !open);
  return (
    <div className="flex min-w-0 flex-col items-start">
      <p
        ref={ref}
        id={id}
        dir="auto"
        className={`w-full text-small wrap-anywhere whitespace-pre-line text-fg2 ${open ? '' : 'line-clamp-3'}`}
      >
        {text}
      </p>
      {long && <MoreButton open={open} controls={id} describedBy={titleId} onToggle={() => setOpen(!open)} />}
    </div>
  );
}

type MoreButtonProps = { open: boolean; controls: string; describedBy?: string; onToggle: () => void };

export function MoreButton({ open, controls, describedBy, onToggle }: MoreButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      aria-describedby={describedBy}
      onClick={onToggle}
      className="hit-44 min-h-6 rounded-badge text-small font-medium text-pink-text hover:underline"
    >
      {open ? 'Less' : 'More'}
    </button>
  );
}
