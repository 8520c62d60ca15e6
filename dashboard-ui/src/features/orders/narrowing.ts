import { chosenGuild } from '../storefront/queries';

/** Which orders are shown, across all pages. */
export type Narrowing = {
  status: ListStatus | null;
  find: string;
  /** Empty for all storefronts. */
  guild: string;
};

const listStatuses = ['waiting', 'processing', 'completed', 'partial', 'failed'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const everything: Narrowing = { status: null, find: '', guild: '' };

export const isNarrow = ({ status, find, guild }: Narrowing) =>
  status !== null || find !== '' || guild !== '';

/** A search term that matches exactly this email, not those that merely begin with it. */
export const wholly = (email: string) => `"${email}"`;

/** The filter and search that an address names. `storefronts`: as far as they are known. */
export function readNarrowing(
  params: URLSearchParams,
  storefronts: readonly { guildId: string }[] | undefined,
): Narrowing {
  return {
    status: listStatuses.find((status) => status === params.get('status')) ?? null,
    find: params.get('q')?.trim() ?? '',
    guild: chosenGuild(params, storefronts),
  };
}
