import { expect, it, vi } from 'vitest';
import { copyText } from './copy-text';

const bySelection = vi.fn(() => true);

function open(clipboard: object | undefined) {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard);
  document.execCommand = bySelection.mockClear();
}

it('copyText writes to the clipboard', async () => {
  const writeText = vi.fn(async () => {});
  open({ writeText });
  expect(await copyText('key')).toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('key');
});

it('copyText returns false if the browser denies clipboard access', async () => {
  open({ writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  expect(await copyText('key')).toBe(false);
  expect(bySelection).not.toHaveBeenCalled();
});

it('copyText falls back to `execCommand` where there is no clipboard API', async () => {
  open(undefined);
  expect(await copyText('key')).toBe(true);
  expect(bySelection).toHaveBeenCalledExactlyOnceWith('copy');
});
