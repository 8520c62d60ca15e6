import type { LucideIcon } from 'lucide-react';

type LinkButtonProps = {
  href: string;
  icon: LucideIcon;
  text: string;
  tone: 'accent' | 'secondary';
};

/** An external link that looks like a button and opens a new tab. */
export function LinkButton({ href, icon: Icon, text, tone }: LinkButtonProps) {
  return (
    <a className={`button button-${tone}`} href={href} target="_blank" rel="noopener noreferrer">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {text}
    </a>
  );
}
