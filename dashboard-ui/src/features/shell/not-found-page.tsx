import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { forgetAskedEarly } from '../../api/asked-early';
import { Button } from '../../ui/button';
import { useScreenTitle } from '../../ui/page';

export function NotFoundPage() {
  const navigate = useNavigate();
  useScreenTitle('Page not found');
  // Nothing on this page needs the requests that the document has sent early.
  useEffect(forgetAskedEarly, []);
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center justify-center gap-6 px-4 text-center">
      <div className="chevron-ground" />
      <div className="flex flex-col gap-2">
        <p className="text-figure-xl text-pink-text tabular-nums">404</p>
        <h1 className="text-title">Page not found</h1>
        <p className="text-balance text-fg2">The page you're looking for doesn't exist or has been moved.</p>
      </div>
      <Button size="lg" onClick={() => navigate(-1)} className="max-sm:w-full">
        Go Back
      </Button>
    </main>
  );
}
