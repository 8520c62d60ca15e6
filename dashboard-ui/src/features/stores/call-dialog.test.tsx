import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { CallDialog } from './call-dialog';

vi.mock('../members/use-rights', () => ({ useRights: () => ({ manages: true }) }));

const call = {
  id: '1',
  provider: 'sellauth',
  verdict: 'unmapped',
  status: 422,
  purchase: null,
  product: 'lofi',
  variant: null,
  quantity: 1,
  email: null,
  keys: [],
  short: false,
  at: '2026-11-20T09:14:00Z',
  headers: {},
  body: '{}',
  answer: '',
};

const masked = '•••••-•••••-•••••-6N4YY';

let keys: string[];
let answerReplay: (response: Response) => void;

beforeEach(() => {
  keys = [];
  vi.stubGlobal('fetch', ({ method }: Request) =>
    method === 'GET'
      ? Promise.resolve(Response.json({ ...call, keys }))
      : new Promise<Response>((resolve) => (answerReplay = resolve)),
  );
});

function open() {
  const onReplayed = vi.fn();
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <CallDialog guildId="1" id="1" onReplayed={onReplayed} onClosed={() => {}} />
    </QueryClientProvider>,
  );
  return { onReplayed, unmount };
}

async function replay() {
  const { onReplayed, unmount } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Replay' }));
  const answer = () =>
    act(async () => answerReplay(Response.json({ ...call, id: '2', verdict: 'delivered', code: 200 })));
  return { onReplayed, unmount, answer };
}

it('leads to the new call', async () => {
  const { onReplayed, answer } = await replay();
  await answer();
  await waitFor(() => expect(onReplayed).toHaveBeenCalledWith('2'));
});

it('leads nowhere who has closed it meanwhile, and says what came of it', async () => {
  const said = vi.spyOn(toasts, 'show');
  const { onReplayed, unmount, answer } = await replay();
  unmount();
  await answer();
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Replayed: Delivered'));
  await act(async () => {});
  expect(onReplayed).not.toHaveBeenCalled();
});

it.each([
  ['all keys', ['one', 'two'], ['Copy All', 'Copy one', 'Copy two']],
  ['a key that is spent, and no masked one', ['one', masked], ['Copy one']],
  ['no masked key', [masked], []],
])('lets %s be copied', async (_, all, names) => {
  keys = all;
  open();
  const list = await screen.findByRole('region', { name: 'Keys' });
  const buttons = within(list).queryAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual(names);
});
