import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

/** The attributes that a control gets from its field. */
export type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown in place of the hint. */
  error?: string;
  /** Whether a toast shows the error as well. */
  isSaid?: boolean;
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label above and its hint or error below, connected for screen readers. */
export function Field({ label, hint, error, isSaid, optional, className = '', children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const control: ControlProps = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? noteId : undefined,
  };
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="self-start text-small font-medium wrap-anywhere">
        {label}
        {optional && <span className="font-normal text-fg3"> (optional)</span>}
      </label>
      {children(control)}
      {error ? (
        <p
          key="error"
          id={noteId}
          role={isSaid ? undefined : 'alert'}
          className="flex gap-1.5 text-small text-red"
        >
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-small text-pretty text-fg3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
