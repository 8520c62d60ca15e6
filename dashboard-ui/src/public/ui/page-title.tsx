import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type PageTitleProps = { icon: LucideIcon; text: string; level?: 'h1' | 'h2'; ring?: ReactNode };

export function PageTitle({ icon: Icon, text, level: Heading = 'h1', ring }: PageTitleProps) {
  return (
    <div className="page-title">
      <span className="accent-tile">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        {ring}
      </span>
      <Heading>{text}</Heading>
    </div>
  );
}
