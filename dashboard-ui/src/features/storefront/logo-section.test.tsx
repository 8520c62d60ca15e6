import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { LogoSection } from './logo-section';

it('a refused logo is reported as a toast when the user has left the screen', async () => {
  const said = vi.spyOn(toasts, 'show');
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  const storefront = { guildId: '1', name: 'Lofi', logo: null, embedColor: '#ff0000' };
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LogoSection storefront={storefront as Parameters<typeof LogoSection>[0]['storefront']} />
    </QueryClientProvider>,
  );
  await userEvent.upload(
    screen.getByLabelText('Logo', { selector: 'input' }),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  );
  unmount();
  answer(Response.json({ code: 422, message: 'No picture.' }, { status: 422 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'No picture.'));
});
