import { CircleAlert } from 'lucide-react';
import { useAccent } from '../use-accent';
import { Ground } from './ground';

/** A page that could not be loaded. The seller is unknown then, so it wears the product's colour. */
export function ErrorScreen({ text }: { text: string }) {
  useAccent(undefined);
  return (
    <>
      <Ground />
      <main className="screen">
        <section className="card error-card" role="alert">
          <span className="error-tile">
            <CircleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <h1>Oops! Something went wrong</h1>
          <p>{text}</p>
          <button type="button" className="button button-accent" onClick={() => location.reload()}>
            Retry
          </button>
        </section>
      </main>
    </>
  );
}
