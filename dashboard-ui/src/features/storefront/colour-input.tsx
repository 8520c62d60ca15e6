import { useController, type Control } from 'react-hook-form';
import { defaultColour, parseColour } from '../../shared/colour';
import type { ControlProps } from '../../ui/field';
import { Input } from '../../ui/input';
import type { StorefrontValues } from './storefront-values';

type ColourInputProps = {
  field: ControlProps;
  control: Control<StorefrontValues>;
  rule: (text: string) => true | string;
};

/** A text field for a colour, with the browser's colour picker beside it. */
export function ColourInput({ field, control, rule }: ColourInputProps) {
  const { field: colour } = useController({ name: 'embedColor', control, rules: { validate: rule } });
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label="Pick a colour"
        value={parseColour(colour.value) ?? defaultColour}
        onChange={(event) => colour.onChange(event.target.value)}
        className="h-9 w-11 shrink-0 cursor-pointer rounded-control border border-input bg-input-bg p-1 max-sm:h-11 [&::-webkit-color-swatch]:rounded-[5px] [&::-webkit-color-swatch]:border-none [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <Input {...field} mono maxLength={7} spellCheck={false} {...colour} />
    </div>
  );
}
