import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { StoresPage } from './stores-page';

vi.mock('../auth/use-hearing', () => ({ useHearing: () => true }));

it('the link to the inbox stays the same element, and keeps the focus, while the stores load', async () => {
  const asked = new Map<string, (answer: Response) => void>();
  vi.stubGlobal('fetch', ({ url }: Request) => {
    return new Promise((resolve) => asked.set(new URL(url).pathname, resolve));
  });
  async function answer(path: string, body: unknown) {
    await waitFor(() => expect(asked.has(path)).toBe(true));
    await act(async () => asked.get(path)!(Response.json(body)));
  }
  renderSignedIn(StoresPage);
  const inbox = screen.getByRole('link', { name: 'Open inbox' });
  inbox.focus();
  await answer('/api/storefronts', [{ guildId: '1', name: 'Nova', logo: null }]);
  await waitFor(() => expect(inbox.getAttribute('href')).toContain('guild=1'));
  await answer('/api/storefronts/1/stores', []);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Open inbox' })).toBe(inbox);
  expect(document.activeElement).toBe(inbox);
});
