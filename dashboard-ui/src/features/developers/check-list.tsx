import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox';

type CheckListProps = {
  legend: string;
  choices: readonly { value: string; text: string }[];
  /** Registers the one form value that all checkboxes share: the list of checked values. */
  field: UseFormRegisterReturn;
  error?: string;
};

/** Checkboxes for several choices, each with a name and an explanation. */
export function CheckList({ legend, choices, field, error }: CheckListProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      {choices.map(({ value, text }) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-3 py-2 hover:bg-s2 has-checked:border-line2 has-checked:bg-s2"
        >
          <Checkbox value={value} {...field} />
          <span className="flex min-w-0 flex-col">
            <span className="mono text-small">{value}</span>
            <span className="text-small text-pretty text-fg2">{text}</span>
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className="flex gap-1.5 text-small text-red">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
