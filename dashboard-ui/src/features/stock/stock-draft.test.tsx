import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countLines, tooMuch, useStockPreview } from './stock-draft';

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('counts the lines of %j', (text, lines) => expect(countLines(text)).toBe(lines));

it('a draft of more than 100,000 lines or 8 MiB is refused', () => {
  expect(tooMuch('a\n'.repeat(100_000))).toBeUndefined();
  expect(tooMuch('a\n'.repeat(100_001))).toContain('100,000 lines');
  expect(tooMuch('a'.repeat(8 * 1024 * 1024 + 1))).toContain('8 MiB');
});

it('the preview is asked for once, 350 ms after the last change', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const texts: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    texts.push(await request.text());
    return new Promise(() => {});
  });
  const queries = new QueryClient();
  const { rerender } = renderHook(({ text }) => useStockPreview('1', 'OneMonthTokens.txt', text), {
    initialProps: { text: '' },
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  for (const text of ['a', 'ab', 'abc']) {
    await pass(100);
    rerender({ text });
  }
  await pass(349);
  expect(texts).toEqual([]);
  await pass(1);
  expect(texts).toEqual(['abc']);
});
