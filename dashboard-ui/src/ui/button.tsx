import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from './link';
import { Spinner } from './spinner';

const button = cva(
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 border text-center select-none hover-fast ' +
    'print:hidden active:translate-y-px aria-disabled:cursor-not-allowed disabled:cursor-not-allowed disabled:opacity-50 disabled:active:translate-y-0',
  {
    variants: {
      kind: {
        primary:
          'border-transparent bg-pink font-semibold text-on-pink shadow-pink-light enabled:hover:bg-pink-hover',
        secondary:
          'border-line2 bg-secondary-bg font-medium text-fg shadow-top-light not-disabled:hover:bg-s3',
        ghost: 'border-transparent font-medium text-fg2 not-disabled:hover:bg-s3 not-disabled:hover:text-fg',
        danger:
          'border-[color-mix(in_srgb,var(--red)_35%,transparent)] bg-[color-mix(in_srgb,var(--red)_8%,transparent)] font-medium text-red ' +
          'enabled:hover:bg-[color-mix(in_srgb,var(--red)_14%,transparent)]',
        confirm:
          'border-transparent bg-danger-solid font-semibold text-on-danger-solid enabled:hover:opacity-90',
      },
      size: {
        xs: 'h-7 rounded-badge px-2 text-small whitespace-nowrap hit-44',
        sm: 'h-8 rounded-control px-2.5 text-small whitespace-nowrap max-sm:h-11 max-sm:rounded-tall max-sm:px-4 max-sm:text-body',
        md: 'h-9 rounded-control px-3.5 text-body whitespace-nowrap max-sm:h-11 max-sm:rounded-tall max-sm:px-5',
        lg: 'min-h-11 rounded-tall px-5 text-lead',
      },
    },
    defaultVariants: { kind: 'secondary', size: 'md' },
  },
);

type Look = VariantProps<typeof button>;

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-busy' | 'aria-disabled'> &
  Look & {
    /** Whether work is under way: the button keeps its size and the focus, and ignores presses. */
    busy?: boolean;
    /** The label while busy; without it a spinner covers the label. */
    busyLabel?: string;
    icon?: ReactNode;
    /** The icon while busy, beside the label that stays: no spinner covers it. */
    busyIcon?: ReactNode;
    // `busy` sets both.
    'aria-busy'?: never;
    'aria-disabled'?: never;
  };

export function Button({
  kind,
  size,
  busy,
  busyLabel,
  icon,
  busyIcon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // `detail` counts clicks: for a button that can be busy, a double click counts once, even before `busy` has been
    // set.
    if (busy || (busy === false && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={button({ kind, size, className })}
    >
      {busyLabel ? (
        <SharedCell first={<Label icon={icon}>{children}</Label>} second={busyLabel} showSecond={busy} />
      ) : (
        <span className="grid items-center justify-items-center *:[grid-area:1/1]">
          <Label icon={(busy && busyIcon) || icon} className={busy && !busyIcon ? 'opacity-0' : undefined}>
            {children}
          </Label>
          {busy && !busyIcon && <Spinner />}
        </span>
      )}
    </button>
  );
}

type ButtonLinkProps = LinkProps & Look & { icon?: ReactNode };

/** A link that looks like a button. */
export function ButtonLink({ kind, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={button({ kind, size, className })}>
      <Label icon={icon}>{children}</Label>
    </Link>
  );
}

type ExternalButtonProps = ComponentProps<'a'> & Look & { icon?: ReactNode };

/** A link that looks like a button and opens a new tab. */
export function ExternalButton({ kind, size, icon, className, children, ...rest }: ExternalButtonProps) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...rest} className={button({ kind, size, className })}>
      <Label icon={icon}>{children}</Label>
    </a>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string;
  icon: ReactNode;
  size?: 28 | 36 | 44;
  kind?: 'ghost' | 'secondary';
};

/** A button that is only an icon; `label` is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  size = 36,
  kind = 'ghost',
  className = '',
  ...rest
}: IconButtonProps) {
  const box = { 28: 'size-7 rounded-badge', 36: 'size-9 rounded-control', 44: 'size-11 rounded-tall' }[size];
  const colours =
    kind === 'ghost'
      ? 'border-transparent text-fg2 enabled:hover:bg-s3 enabled:hover:text-fg'
      : 'border-line2 bg-secondary-bg text-fg shadow-top-light enabled:hover:bg-s3 max-sm:size-11 max-sm:rounded-tall';
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`hit-44 hover-fast print:hidden inline-flex shrink-0 items-center justify-center border active:translate-y-px disabled:opacity-50 ${box} ${colours} ${className}`}
    >
      {icon}
    </button>
  );
}

function Label({
  icon,
  className = '',
  children,
}: {
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={`inline-flex items-center justify-center gap-2 ${className}`}>
      {icon}
      {children}
    </span>
  );
}

/** Two labels in one grid cell, of which one is visible: the wider one sets the width. */
function SharedCell({
  first,
  second,
  showSecond,
}: {
  first: ReactNode;
  second: ReactNode;
  showSecond?: boolean;
}) {
  return (
    <span className="grid justify-items-center *:[grid-area:1/1]">
      <span className={showSecond ? 'invisible' : undefined}>{first}</span>
      <span className={showSecond ? undefined : 'invisible'}>{second}</span>
    </span>
  );
}
