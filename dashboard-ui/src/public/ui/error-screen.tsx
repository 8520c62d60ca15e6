import { CircleAlert } from 'lucide-react';
import { useAccent } from '../use-accent';
import { Ground } from './ground';

type ErrorScreenProps = {
  text: string;
  /** The server's id of the request, for searching its log. */
  requestId?: string | null;
};

/** A page that could not be loaded. The seller is unknown then, so it has the product's colour. */
export function ErrorScreen({ text, requestId }: ErrorScreenProps) {
  useAccent(undefined);
  return (
    <>
      <Ground />
      <main className="screen">
        <section className="card error-card" role="alert">
          <span className="error-tile tint">
            <CircleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <h1>Oops! Something went wrong</h1>
          <p>{text}</p>
          <button type="button" className="button button-accent" onClick={() => location.reload()}>
            Retry
          </button>
          {requestId && <p className="error-reference">{`Reference ${requestId}`}</p>}
        </section>
      </main>
    </>
  );
}
