import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadText } from '../../ui/download';
import { toasts } from '../../ui/toast';
import { KeySelection } from './key-selection';

vi.mock('../members/use-rights', () => ({ useRights: () => ({ manages: true }) }));
vi.mock('../../ui/download', () => ({ downloadText: vi.fn() }));

const asked: string[] = [];
const onGone = vi.fn();
const onClear = vi.fn();
/** What is on the clipboard. */
let copied: string | undefined;
let unused: () => Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  onGone.mockReset();
  onClear.mockClear();
  vi.mocked(downloadText).mockClear();
  copied = undefined;
  unused = async () => new Response('a\nc\n');
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    return unused();
  });
  vi.stubGlobal('ClipboardItem', function (items: Record<string, Promise<Blob>>) {
    return items;
  });
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
    writeText: async (text: string) => void (copied = text),
    write: async ([item]: Record<string, Promise<Blob>>[]) => {
      copied = await (await item!['text/plain']!).text();
    },
  } as unknown as Clipboard);
});

afterEach(() => toasts.get().forEach(toasts.close));

function open(keys: string[], unseen: string[]) {
  const queries = new QueryClient();
  const selection = (keys: string[]) => (
    <QueryClientProvider client={queries}>
      <KeySelection guildId="1" search="x" keys={keys} unseen={unseen} onGone={onGone} onClear={onClear} />
    </QueryClientProvider>
  );
  const { rerender } = render(selection(keys));
  return (keys: string[]) => rerender(selection(keys));
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => toasts.get().map(({ message }) => message);

const ways: [string, string, string, () => string | undefined][] = [
  ['copied', 'Copy selected keys', 'Copy failed', () => copied],
  [
    'downloaded',
    'Download',
    'Failed to download the keys',
    () => vi.mocked(downloadText).mock.lastCall?.[1].trimEnd(),
  ],
];

describe.each(ways)('selected keys are %s', (_, button, failure, taken) => {
  it('without a request when all of them are on the shown page', async () => {
    open(['a', 'b'], []);
    press(button);
    await waitFor(() => expect(taken()).toBe('a\nb'));
    expect(asked).toEqual([]);
  });

  it('without those that were used or revoked meanwhile', async () => {
    open(['a', 'b', 'spent before'], ['a', 'b']);
    press(button);
    await waitFor(() => expect(taken()).toBe('a\nspent before'));
    expect(asked).toEqual(['/api/storefronts/1/keys.txt?status=unused&q=x']);
    expect(onGone).toHaveBeenCalledExactlyOnceWith(['b']);
    expect(said()).toContain('1 key left out: used or revoked meanwhile');
  });

  it.each([
    ['none of them is still unused', async () => new Response('')],
    ['the request for their state fails', async () => Promise.reject(new TypeError('offline'))],
  ])('not at all when %s', async (_, answer) => {
    unused = answer;
    open(['a'], ['a']);
    press(button);
    await waitFor(() => expect(said()).toContain(failure));
    expect(taken()).toBeUndefined();
  });
});

it('keys that were selected while others were being revoked stay selected', async () => {
  let answer!: (response: Response) => void;
  unused = () => new Promise((resolve) => (answer = resolve));
  const choose = open(['a', 'b'], []);
  press('Revoke');
  press('Yes, revoke');
  press('Cancel');
  choose(['a', 'b', 'c']);
  await waitFor(() => expect(asked).toHaveLength(1));
  answer(Response.json({ revoked: 2, left: 0 }));
  await waitFor(() => expect(onGone).toHaveBeenCalledExactlyOnceWith(['a', 'b']));
  expect(onClear).not.toHaveBeenCalled();
});

it('the question whether to revoke is gone with the keys, and does not come back with the next one', async () => {
  const select = open(['a'], []);
  unused = async () => Response.json({ revoked: 1, left: 0 });
  onGone.mockImplementation(() => select([]));
  press('Revoke');
  press('Yes, revoke');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onGone).toHaveBeenCalledWith(['a']);
  select(['b']);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
