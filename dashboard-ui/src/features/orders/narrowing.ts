/** Which orders are shown, across all pages. */
export type Narrowing = { status: ListStatus | null; find: string };

const listStatuses = ['waiting', 'processing', 'completed', 'partial', 'failed'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const everything: Narrowing = { status: null, find: '' };

export const isNarrow = ({ status, find }: Narrowing) => status !== null || find !== '';

/** A search term that matches exactly this email, not those that merely begin with it. */
export const wholly = (email: string) => `"${email}"`;

/** The filter and search that an address names. */
export function readNarrowing(params: URLSearchParams): Narrowing {
  return {
    status: listStatuses.find((status) => status === params.get('status')) ?? null,
    find: params.get('q')?.trim() ?? '',
  };
}
