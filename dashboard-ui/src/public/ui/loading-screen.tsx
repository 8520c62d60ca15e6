import { LoaderCircle } from 'lucide-react';
import { useAccent } from '../use-accent';

export function LoadingScreen({ text }: { text: string }) {
  useAccent(undefined);
  return (
    <main className="screen loading" role="status">
      <LoaderCircle className="spinner" size={28} strokeWidth={1.75} aria-hidden="true" />
      <p>{text}</p>
    </main>
  );
}
