import type { LucideIcon } from 'lucide-react';

type LinkButtonProps = {
  href: string;
  icon: LucideIcon;
  text: string;
  tone: 'accent' | 'secondary';
};

/** A link out of the page, in a tab of its own, that looks like a button. */
export function LinkButton({ href, icon: Icon, text, tone }: LinkButtonProps) {
  return (
    <a className={`button button-${tone}`} href={href} target="_blank" rel="noopener noreferrer">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {text}
    </a>
  );
}
