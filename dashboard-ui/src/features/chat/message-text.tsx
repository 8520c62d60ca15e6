import { formatDateTime } from '../../shared/format/date';
import { isJumbo, parseContent } from './content';
import type { Person } from './message';

type MessageTextProps = { text: string; people: readonly Person[]; me: string; editedAt: string | null };

/** A person's text with its links and names. It is never interpreted as markup. */
export function MessageText({ text, people, me, editedAt }: MessageTextProps) {
  const jumbo = isJumbo(text);
  return (
    <p dir="auto" className={`wrap-anywhere whitespace-pre-wrap ${jumbo ? 'text-[2rem]/10' : ''}`}>
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
                className={`tint rounded-[4px] px-0.5 font-medium ${part.authorId === me ? 'text-amber' : 'text-pink-text'}`}
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
  );
}
