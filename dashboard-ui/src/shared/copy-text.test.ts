import { expect, it, vi } from 'vitest';
import { copyText } from './copy-text';

const bySelection = vi.fn(() => true);

function open(clipboard: object | undefined) {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard);
  document.execCommand = bySelection.mockClear();
}

it('copies', async () => {
  const writeText = vi.fn(async () => {});
  open({ writeText });
  expect(await copyText('key')).toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('key');
});

it('has failed where the browser refuses', async () => {
  open({ writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  expect(await copyText('key')).toBe(false);
  expect(bySelection).not.toHaveBeenCalled();
});

it('copies by a selection where a page has no clipboard', async () => {
  open(undefined);
  expect(await copyText('key')).toBe(true);
  expect(bySelection).toHaveBeenCalledExactlyOnceWith('copy');
});
