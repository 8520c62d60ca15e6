import { initial } from '../../shared/format/initial';

/** Whose shop this is; nothing where the page came without saying. */
export function ShopSign({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <p className="shop-sign">
      <span className="shop-initial" aria-hidden="true">
        {initial(name)}
      </span>
      <span className="shop-name">{name}</span>
    </p>
  );
}
