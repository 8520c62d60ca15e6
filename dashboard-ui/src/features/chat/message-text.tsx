import { useId, useRef, useState } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { MoreButton } from '../../ui/clamped-text';
import { useOverflows } from '../../ui/use-overflows';
import { isJumbo, parseContent } from './content';
import type { Person } from './message';

type MessageTextProps = {
  text: string;
  people: readonly Person[];
  me: string;
  editedAt: string | null;
  /** Called before a long text unfolds or folds. */
  onFold: (folds: boolean) => void;
};

/** Whether it may have more lines than are shown at once, even on a phone. Most texts need no measuring. */
const mayBeLong = (text: string) => text.length > 400 || text.split('\n').length > 20;

/**
 * A person's text with its links and names. It is never interpreted as markup. Of a long one the first lines are shown,
 * and the rest on demand.
 */
export function MessageText({ text, people, me, editedAt, onFold }: MessageTextProps) {
  const id = useId();
  const ref = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const jumbo = isJumbo(text);
  const clamped = !open && mayBeLong(text);
  const overflows = useOverflows(ref, clamped);
  return (
    <>
      <p
        ref={ref}
        id={id}
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap ${jumbo ? 'text-figure/10' : ''} ${clamped ? 'line-clamp-20' : ''}`}
      >
        {parseContent(text, people).map((part, index) => {
          switch (part.kind) {
            case 'text':
              return part.text;
            case 'link':
              return (
                <a
                  key={index}
                  href={part.href}
                  target="_blank"
                  rel="noopener noreferrer nofollow ugc"
                  className="rounded-[3px] text-pink-text underline decoration-[color-mix(in_srgb,currentcolor_40%,transparent)] underline-offset-2 hover:decoration-current"
                >
                  {part.text}
                </a>
              );
            case 'mention':
              return (
                <span
                  key={index}
                  className={`tint rounded-inline px-0.5 font-medium ${part.authorId === me ? 'text-amber' : 'text-pink-text'}`}
                >
                  {part.text}
                </span>
              );
          }
        })}
        {editedAt && (
          <span title={formatDateTime(editedAt)} className="ps-1.5 text-caption whitespace-nowrap text-fg3">
            edited
          </span>
        )}
      </p>
      {overflows && mayBeLong(text) && (
        <MoreButton
          open={open}
          controls={id}
          onToggle={() => {
            onFold(open);
            setOpen(!open);
          }}
        />
      )}
    </>
  );
}
