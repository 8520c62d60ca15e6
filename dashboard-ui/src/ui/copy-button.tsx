import { Check, Copy, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button';
import { useCopy, type CopyState } from './use-copy';

type CopyButtonProps = {
  text: string;
  /** Names what it copies: `Copy Guild ID`. */
  label: string;
  /** What the toast says. */
  said?: string;
  size?: 28 | 36 | 44;
};

export function CopyButton({ text, label, said, size = 28 }: CopyButtonProps) {
  const { state, copy } = useCopy(said);
  return (
    <IconButton
      label={label}
      size={size}
      kind={size === 28 ? 'ghost' : 'secondary'}
      icon={<CopyIcon state={state} />}
      onClick={() => copy(text)}
    />
  );
}

type CopyTextButtonProps = {
  text: string;
  label: ReactNode;
  name?: string;
  /** The id of the element that describes what is copied. */
  describedBy?: string;
  /** What the toast says. */
  said?: string;
  kind?: 'primary' | 'secondary';
  size?: 'xs' | 'sm' | 'md';
  /** In place of the sign for copying. */
  icon?: ReactNode;
  /** Whether it gets the focus when its dialog opens. */
  first?: boolean;
  className?: string;
};

/** A copy button with a visible label. `name` is more specific, for screens with several of them. */
export function CopyTextButton({
  text,
  label,
  name,
  describedBy,
  said,
  kind,
  size = 'xs',
  icon,
  first,
  className = '',
}: CopyTextButtonProps) {
  const { state, copy } = useCopy(said);
  return (
    <Button
      data-autofocus={first}
      kind={kind}
      size={size}
      aria-label={name}
      aria-describedby={describedBy}
      className={className}
      icon={icon && state === 'idle' ? icon : <CopyIcon state={state} plain={kind === 'primary'} />}
      onClick={() => copy(text)}
    >
      <span>{label}</span>
    </Button>
  );
}

function CopyIcon({ state, plain }: { state: CopyState; plain?: boolean }) {
  const look = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;
  if (state === 'copied') return <Check {...look} className={plain ? undefined : 'text-green'} />;
  if (state === 'failed') return <X {...look} className={plain ? undefined : 'text-red'} />;
  return <Copy {...look} />;
}
