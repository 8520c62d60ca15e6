import { Gift } from 'lucide-react';
import type { CSSProperties } from 'react';
import { accentOf } from '../../shared/accent';
import { initial } from '../../shared/format/initial';

type StorefrontPreviewProps = { name: string; logo: string | null; embedColor: string; footer: string };

/** The customers' redeem card in the chosen colour, small. A picture, not a form. */
export function StorefrontPreview({ name, logo, embedColor, footer }: StorefrontPreviewProps) {
  const { fill, on, dark, light } = accentOf(embedColor);
  const accent = {
    '--accent': fill,
    '--accent-on': on,
    '--accent-edge': `light-dark(${light.edge}, ${dark.edge})`,
    '--accent-text': `light-dark(${light.text}, ${dark.text})`,
  } as CSSProperties;
  return (
    <figure className="flex w-full flex-col gap-2 pt-2 max-lg:max-w-80">
      <div
        aria-hidden
        style={accent}
        className="relative flex flex-col items-center gap-3 overflow-hidden rounded-card border border-line bg-bg bg-[radial-gradient(240px_140px_at_50%_-20px,color-mix(in_srgb,var(--accent)_var(--glow),transparent),transparent_70%)] px-4 pt-5 pb-3 select-none"
      >
        <p className="flex max-w-full items-center gap-2 text-small font-semibold">
          {logo ? (
            <img src={logo} alt="" className="size-5 shrink-0 rounded-badge object-contain" />
          ) : (
            <span className="flex size-5 shrink-0 items-center justify-center rounded-badge border border-(--accent-edge) bg-(--accent) text-[11px]/none text-(--accent-on)">
              {initial(name)}
            </span>
          )}
          <span className="truncate">{name.trim() || '\u00a0'}</span>
        </p>
        <div className="flex w-full flex-col items-center gap-2.5 rounded-tall border border-line bg-s1 p-4 shadow-card">
          <span className="flex size-8 items-center justify-center rounded-control bg-[color-mix(in_srgb,var(--accent)_16%,transparent)] text-(--accent-text)">
            <Gift size={16} strokeWidth={1.75} />
          </span>
          <p className="text-body font-semibold text-(--accent-text)">Redeem Your Order</p>
          <span className="h-6 w-full rounded-badge border border-input bg-input-bg" />
          <span className="flex h-7 w-full items-center justify-center rounded-badge border border-(--accent-edge) bg-(--accent) text-caption font-semibold text-(--accent-on)">
            Redeem Now
          </span>
        </div>
        <p className="max-w-full truncate text-[11px]/4 text-fg3">{footer.trim() || '\u00a0'}</p>
      </div>
      <figcaption className="text-small text-fg3">What customers see</figcaption>
    </figure>
  );
}
