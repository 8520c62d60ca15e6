import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { stockName } from '../../shared/format/words';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import { activeDomain } from '../storefront/customer-links';
import { chosenStorefront, storefrontsQuery } from '../storefront/queries';
import { storesQuery } from '../stores/queries';
import { fillIn, firstProduct, linksOf } from './delivery-text';
import { Disclosure } from './disclosure';

/** For a seller who has no storefront yet. */
const exampleGuild = '112233445566778899';
const exampleKey = 'RX81P-V6NDK-94FMZ-TQ2CE';

/** For a seller who has mapped no product. */
const exampleProduct = { stock: 'OneMonthTokens.txt', amount: 14 };

/** The message of an example purchase, with this seller's own links and the first of their products. */
export function Preview({ text }: { text: string }) {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const domain = activeDomain(useOwnDomains());
  const [params] = useSearchParams();
  const chosen = chosenStorefront(storefronts, params);
  const guildId = chosen?.guildId ?? exampleGuild;
  const { data: stores = [] } = useQuery({ ...storesQuery(guildId), enabled: chosen !== undefined });
  const product = firstProduct(stores) ?? exampleProduct;
  const told = fillIn(text, {
    '{key}': exampleKey,
    ...linksOf(domain ? `https://${domain}` : location.origin, guildId, exampleKey),
    '{amount}': String(product.amount),
    '{stock}': stockName(product.stock),
  });
  return (
    <Disclosure label="Preview with an example purchase">
      <p dir="auto" className="text-small wrap-anywhere whitespace-pre-wrap">
        {told}
      </p>
    </Disclosure>
  );
}
