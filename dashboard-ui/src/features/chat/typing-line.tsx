import { Truncated } from '../../ui/truncated';
import type { ChatConnection } from './connection';
import { useChatPart } from './use-chat-part';

/** Keeps its height when it is empty, so that the layout does not jump. */
export function TypingLine({ chat }: { chat: ChatConnection }) {
  const typing = useChatPart(chat, 'typing');
  return (
    <p aria-live="off" className="flex h-5 items-center gap-2 px-1 text-caption font-normal text-fg3">
      {typing.length > 0 && (
        <>
          <span aria-hidden className="chat-dots flex gap-0.5">
            <i />
            <i />
            <i />
          </span>
          <Truncated text={whoTypes(typing.map(({ author }) => author))} />
        </>
      )}
    </p>
  );
}

/** `mika is typing`, `mika and tidal are typing`, `mika, tidal and 2 others are typing`. */
export function whoTypes(names: readonly string[]): string {
  const [first, second, third] = names;
  if (!second) return `${first} is typing`;
  if (!third) return `${first} and ${second} are typing`;
  if (names.length === 3) return `${first}, ${second} and ${third} are typing`;
  return `${first}, ${second} and ${names.length - 2} others are typing`;
}
