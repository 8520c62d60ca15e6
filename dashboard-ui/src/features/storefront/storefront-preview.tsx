import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { paths } from '../../paths';
import { accentOf } from '../../shared/accent';
import { initial } from '../../shared/format/initial';
import { Link } from '../../ui/link';
import { Tabs, type Tab } from '../../ui/tabs';
import { Truncated } from '../../ui/truncated';
import { codeQuery } from '../live-page/queries';
import { useOwns } from '../members/use-owns';
import { LiveStockFace, RedeemFace, StatusFace, type Face } from './preview-faces';

type FaceName = 'redeem' | 'status' | 'stock';

const faces: readonly Tab<FaceName>[] = [
  { name: 'redeem', label: 'Redeem' },
  { name: 'status', label: 'Order status' },
  { name: 'stock', label: 'Live stock' },
];

const titles = { redeem: 'redeem page', status: 'order status page', stock: 'live stock page' };

type StorefrontPreviewProps = Face & {
  name: string;
  logo: string | null;
  embedColor: string;
  redeemFooter: string;
  embedFooter: string;
};

/** Miniatures of the customers' pages with the current values of the form. They are not interactive. */
export function StorefrontPreview(props: StorefrontPreviewProps) {
  const { name, logo, embedColor, redeemFooter, embedFooter, ...face } = props;
  const [chosen, setChosen] = useState<FaceName>('redeem');
  const { fill, on, dark, light } = accentOf(embedColor);
  const accent = {
    '--accent': fill,
    '--accent-on': on,
    '--accent-edge': `light-dark(${light.edge}, ${dark.edge})`,
    '--accent-text': `light-dark(${light.text}, ${dark.text})`,
  } as CSSProperties;
  const footer = (chosen === 'redeem' ? redeemFooter : embedFooter).trim();
  return (
    <figure className="flex w-full flex-col gap-2 pt-2 sm:max-lg:max-w-80">
      <Tabs label="What customers see" tabs={faces} chosen={chosen} onChoose={setChosen}>
        <div
          role="img"
          aria-label={`Your ${titles[chosen]}`}
          style={accent}
          className="relative flex flex-col items-center gap-3 overflow-hidden rounded-card border border-line bg-bg bg-[radial-gradient(240px_140px_at_50%_-20px,color-mix(in_srgb,var(--accent)_var(--glow),transparent),transparent_70%)] px-4 pt-5 pb-3 select-none"
        >
          <p className="flex max-w-full items-center gap-2 text-small font-semibold">
            {logo ? (
              <img src={logo} alt="" className="size-5 shrink-0 rounded-badge object-contain" />
            ) : (
              <span className="flex size-5 shrink-0 items-center justify-center rounded-badge border border-(--accent-edge) bg-(--accent) text-tiny/none text-(--accent-on)">
                {initial(name)}
              </span>
            )}
            <Truncated text={name.trim() || '\u00a0'} />
          </p>
          {chosen === 'redeem' && <RedeemFace />}
          {chosen === 'status' && <StatusFace {...face} />}
          {chosen === 'stock' && <LiveStockFace {...face} />}
          <p className="flex max-w-full text-tiny text-fg3">
            <Truncated text={footer || '\u00a0'} />
          </p>
        </div>
      </Tabs>
      <figcaption className="text-small text-fg3">
        {chosen === 'stock' ? <StockCaption /> : 'What customers see'}
      </figcaption>
    </figure>
  );
}

/** Says whether the seller's own page replaces the built-in one. Helpers are not told: for them it only says that this is the built-in one. */
function StockCaption() {
  const { data: code } = useQuery({ ...codeQuery, enabled: useOwns() });
  if (code === undefined) return 'The built-in page';
  if (code.trim() === '') return 'What customers see';
  return (
    <>
      Customers see{' '}
      <Link to={paths.livePage} className="font-medium text-fg2 underline underline-offset-3 hover:text-fg">
        the page that you wrote
      </Link>
      ; this one should it fail.
    </>
  );
}
