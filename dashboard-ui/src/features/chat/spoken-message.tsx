import { textOf, type Message } from './message';

/** Announces a message to screen readers. */
export function SpokenMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="status" className="sr-only">
      {message && (
        // A new key makes screen readers announce the same words again.
        <span key={message.id}>
          {message.author}: {textOf(message) || 'Photo or video'}
        </span>
      )}
    </p>
  );
}
