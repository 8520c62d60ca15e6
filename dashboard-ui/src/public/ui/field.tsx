import { CircleAlert, type LucideIcon } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  icon?: LucideIcon;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  hint?: string;
  /** Shown in place of the hint. */
  error?: string | undefined;
  /** Whether a toast shows the error as well. */
  isSaid?: boolean;
  /** Below the hint or error. */
  children?: ReactNode;
};

export function Field({
  label,
  value,
  onChange,
  icon: Icon,
  optional = false,
  hint,
  error,
  isSaid = false,
  children,
  ...input
}: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="quiet"> (optional)</span>}
      </label>
      <div className="field-box">
        {Icon && <Icon size={17} strokeWidth={1.75} aria-hidden="true" />}
        <input
          {...input}
          id={id}
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
      </div>
      {error ? (
        <p
          key="error"
          className="field-note field-error"
          id={`${id}-note`}
          role={isSaid ? undefined : 'alert'}
        >
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field-note quiet" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
      {children}
    </div>
  );
}
