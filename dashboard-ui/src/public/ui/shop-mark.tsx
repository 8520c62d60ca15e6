import { initial } from '../../shared/format/initial';
import type { Shop } from '../types';

/** A shop's logo, or its initial in its colour, at the size that `className` sets. The shop's name is always beside it. */
export function ShopMark({ shop: { name, logo }, className }: { shop: Shop; className: string }) {
  if (logo) return <img src={logo} alt="" className={`${className} shop-logo`} />;
  return (
    <span className={className} aria-hidden="true">
      {initial(name)}
    </span>
  );
}
