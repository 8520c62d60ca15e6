import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { ExportDialog } from './export-dialog';

let answer: (response: Response) => void;
const said = vi.fn();
const tokens = () => Response.json({ tokens: ['one', 'two'] });

beforeEach(() => {
  vi.spyOn(toasts, 'show').mockImplementation(said.mockReset());
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});

async function take() {
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportDialog guildId="1" stock="OneMonthTokens.txt" available={2} onClosed={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Take out 2 tokens' }));
  return unmount;
}

const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });

it('cannot be closed while tokens are on their way', async () => {
  await take();
  expect(button('Cancel')!.disabled).toBe(true);
  expect(button('Close')).toBeNull();
  await userEvent.keyboard('{Escape}');
  answer(tokens());
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Exported tokens')).value).toBe('one\ntwo');
  expect(said).not.toHaveBeenCalled();
});

it('can be closed again when that failed', async () => {
  await take();
  answer(Response.json({ code: 503, message: 'Later.' }, { status: 503 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'Later.'));
  await waitFor(() => expect(button('Cancel')!.disabled).toBe(false));
  expect(button('Close')).not.toBeNull();
});

it('says to whoever has left meanwhile that tokens were taken out', async () => {
  const leave = await take();
  leave();
  answer(tokens());
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', '2 tokens taken out, see Recent exports'));
});
