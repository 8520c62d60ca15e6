import type { Schema } from '../../api/types';
import { defaultColour, parseColour } from '../../shared/colour';

type StorefrontMarkProps = { storefront: Pick<Schema<'Storefront'>, 'embedColor' | 'logo'> };

/** Tells storefronts apart at a glance: the logo, or a dot in the colour. The name is always beside it. */
export function StorefrontMark({ storefront: { embedColor, logo } }: StorefrontMarkProps) {
  if (logo) return <img src={logo} alt="" className="size-5 shrink-0 rounded-[5px] object-contain" />;
  return (
    <span aria-hidden className="grid size-5 shrink-0 place-items-center">
      <span
        className="size-3 rounded-full border border-line2"
        style={{ background: parseColour(embedColor) ?? defaultColour }}
      />
    </span>
  );
}
