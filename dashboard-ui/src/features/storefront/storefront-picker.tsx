import type { ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { defaultColour, parseColour } from '../../shared/colour';
import { Select } from '../../ui/select';

type StorefrontPickerProps = {
  storefronts: Schema<'Storefront'>[];
  selected: string;
  onSelect: (guildId: string) => void;
  children?: ReactNode;
};

export function StorefrontPicker({ storefronts, selected, onSelect, children }: StorefrontPickerProps) {
  return (
    <div className="flex items-center gap-3 max-sm:flex-wrap">
      <Select
        aria-label="Storefront"
        value={selected}
        onChange={onSelect}
        options={storefronts.map(({ guildId, name, embedColor }) => ({
          value: guildId,
          label: name,
          icon: <ColourDot colour={embedColor} />,
        }))}
        className="w-80 max-w-full shrink max-sm:w-full"
      />
      {children}
    </div>
  );
}

function ColourDot({ colour }: { colour: string }) {
  const background = parseColour(colour) ?? defaultColour;
  return (
    <span aria-hidden className="size-3 shrink-0 rounded-full border border-line2" style={{ background }} />
  );
}
