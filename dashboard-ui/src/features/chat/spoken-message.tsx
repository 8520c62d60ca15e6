import { textOf, type Message } from './message';

/** Says a message to whoever listens to the page. */
export function SpokenMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="status" className="sr-only">
      {message && (
        // The same words again are said again.
        <span key={message.id}>
          {message.author}: {textOf(message) || 'Photo or video'}
        </span>
      )}
    </p>
  );
}
