import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { LogoSection } from './logo-section';

const storefront = { guildId: '1', name: 'Lofi', logo: null as string | null, embedColor: '#ff0000' };
let answer: (response: Response) => void;

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
});

const open = (changes = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogoSection
        storefront={{ ...storefront, ...changes } as Parameters<typeof LogoSection>[0]['storefront']}
      />
    </QueryClientProvider>,
  );
const choose = () =>
  userEvent.upload(
    screen.getByLabelText('Logo', { selector: 'input' }),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  );

it('a refused logo is reported as a toast when the user has left the screen', async () => {
  const said = vi.spyOn(toasts, 'show');
  const { unmount } = open();
  await choose();
  unmount();
  answer(Response.json({ code: 422, message: 'No picture.' }, { status: 422 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'No picture.'));
});

it('why a logo was not removed is no longer shown once another is chosen', async () => {
  open({ logo: '/1/logo/a.webp' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  answer(Response.json({ code: 503, message: 'Not now.' }, { status: 503 }));
  expect(await screen.findByText('Not now.')).toBeDefined();
  await choose();
  expect(screen.queryByText('Not now.')).toBeNull();
});
