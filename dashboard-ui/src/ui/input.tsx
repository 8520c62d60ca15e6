import { Eye, EyeOff, Search } from 'lucide-react';
import { useRef, useState, type ComponentProps } from 'react';
import { useFocusOnArrival } from './use-focus-on-arrival';

export const controlClass =
  'w-full min-w-0 border border-input bg-input-bg px-3 text-body text-fg hover-fast enabled:hover:border-fg3 aria-invalid:border-red! ' +
  'placeholder-shown:text-ellipsis disabled:opacity-50 max-sm:text-input-phone';

const heights = {
  md: 'h-9 rounded-control max-sm:h-11 max-sm:rounded-tall',
  lg: 'h-11 rounded-tall',
};

type InputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: 'md' | 'lg'; mono?: boolean };

export function Input({ size = 'md', mono, className = '', ...rest }: InputProps) {
  return (
    <input
      dir="auto"
      autoComplete="off"
      {...rest}
      className={`${controlClass} ${heights[size]} ${mono ? 'font-mono [font-feature-settings:"zero"]' : ''} ${className}`}
    />
  );
}

export function Textarea({ mono, className = '', ...rest }: ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <textarea
      dir="auto"
      rows={4}
      {...rest}
      className={`${controlClass} block min-h-24 resize-y rounded-control py-2 ${mono ? 'font-mono [font-feature-settings:"zero"] text-small' : ''} ${className}`}
    />
  );
}

type SearchInputProps = ComponentProps<'input'> & {
  /** Whether it is the screen's first control, which gets the focus when the user comes to the screen. */
  first?: boolean;
};

export function SearchInput({ className = '', first, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useFocusOnArrival(() => first && input.current?.focus({ preventScroll: true }));
  return (
    <div className={`print:hidden relative ${className}`}>
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-fg2"
      />
      <input
        ref={input}
        type="search"
        dir="auto"
        autoComplete="off"
        {...rest}
        className={`${controlClass} ${heights.md} pl-9 [&::-webkit-search-cancel-button]:hidden`}
      />
    </div>
  );
}

type SecretInputProps = InputProps & { showLabel: string; hideLabel: string };

/** A password field with a button that shows its content. */
export function SecretInput({ showLabel, hideLabel, size = 'md', ...rest }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const label = shown ? hideLabel : showLabel;
  return (
    <div className="relative">
      <Input {...rest} size={size} type={shown ? 'text' : 'password'} mono className="pr-11" />
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setShown(!shown)}
        className="hit-44! hover-fast absolute! top-1/2 right-1 flex size-9 -translate-y-1/2 items-center justify-center rounded-badge text-fg2 hover:text-fg"
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </div>
  );
}
