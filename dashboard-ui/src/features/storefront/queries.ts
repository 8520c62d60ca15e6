import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export const storefrontsQuery = queryOptions({
  queryKey: ['storefronts'],
  queryFn: ({ signal }) => api.get('/api/storefronts', { signal }),
});

/** The storefront that an address names in `guild`, else the first one. */
export function chosenStorefront(storefronts: readonly Schema<'Storefront'>[], params: URLSearchParams) {
  const named = params.get('guild');
  return storefronts.find(({ guildId }) => guildId === named) ?? storefronts[0];
}

/** The storefront that an address names. Empty, for all of them, if it names none or one that does not exist any more. */
export function chosenGuild(
  params: URLSearchParams,
  storefronts: readonly { guildId: string }[] | undefined,
) {
  const named = params.get('guild') ?? '';
  const isThere = !storefronts || storefronts.some(({ guildId }) => guildId === named);
  return isThere ? named : '';
}

export const createStorefront = (body: Schema<'StorefrontInput'>) => api.post('/api/storefronts', { body });

export const updateStorefront = (guildId: string, body: Schema<'StorefrontInput'>) =>
  api.put('/api/storefronts/{guildId}', { params: { path: { guildId } }, body });

export const deleteStorefront = (guildId: string) =>
  api.delete('/api/storefronts/{guildId}', { params: { path: { guildId } } });

/** Returns the storefront with the new logo. */
export function setLogo(guildId: string, file: File) {
  const form = new FormData();
  form.append('file', file, file.name);
  return api.put('/api/storefronts/{guildId}/logo', {
    params: { path: { guildId } },
    // The document describes the form field as text, but a file is sent.
    body: form as unknown as Schema<'LogoForm'>,
  });
}

export const removeLogo = (guildId: string) =>
  api.delete('/api/storefronts/{guildId}/logo', { params: { path: { guildId } } });
