import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type PageTitleProps = { icon: LucideIcon; text: string; ring?: ReactNode };

export function PageTitle({ icon: Icon, text, ring }: PageTitleProps) {
  return (
    <div className="page-title">
      <span className="accent-tile">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        {ring}
      </span>
      <h1>{text}</h1>
    </div>
  );
}
