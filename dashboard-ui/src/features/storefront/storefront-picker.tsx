import type { ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { Select } from '../../ui/select';
import { StorefrontMark } from './storefront-mark';

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
        printed
        aria-label="Storefront"
        value={selected}
        onChange={onSelect}
        options={storefronts.map((storefront) => ({
          value: storefront.guildId,
          label: storefront.name,
          icon: <StorefrontMark storefront={storefront} />,
        }))}
        className="w-80 max-w-full shrink max-sm:w-full"
      />
      {children}
    </div>
  );
}
