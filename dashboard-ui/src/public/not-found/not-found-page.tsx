import { ArrowLeft } from 'lucide-react';
import { Ground } from '../ui/ground';
import './not-found.css';

export function NotFoundPage() {
  return (
    <>
      <Ground />
      <main className="screen not-found">
        <p className="not-found-figure">404</p>
        <h1>Page not found</h1>
        <p>The page you&apos;re looking for doesn&apos;t exist or has been moved.</p>
        <button type="button" className="button button-secondary" onClick={() => history.back()}>
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          Go Back
        </button>
      </main>
    </>
  );
}
