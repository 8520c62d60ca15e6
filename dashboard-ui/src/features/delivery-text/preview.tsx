import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import { chosenStorefront, storefrontsQuery } from '../storefront/queries';
import { fillIn, linksOf } from './delivery-text';
import { Disclosure } from './disclosure';

/** For a seller who has no storefront yet. */
const exampleGuild = '112233445566778899';
const exampleKey = 'RX81P-V6NDK-94FMZ-TQ2CE';

/** The message of an example purchase, with this seller's own links. */
export function Preview({ text }: { text: string }) {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const domains = useOwnDomains();
  const [params] = useSearchParams();
  const guildId = chosenStorefront(storefronts, params)?.guildId ?? exampleGuild;
  const active = domains?.find(({ status }) => status === 'active');
  const told = fillIn(text, {
    '{key}': exampleKey,
    ...linksOf(active ? `https://${active.domain}` : location.origin, guildId, exampleKey),
    '{amount}': '14',
    '{stock}': 'One Month Tokens',
  });
  return (
    <Disclosure label="Preview with an example purchase">
      <p className="text-small wrap-anywhere whitespace-pre-wrap">{told}</p>
    </Disclosure>
  );
}
