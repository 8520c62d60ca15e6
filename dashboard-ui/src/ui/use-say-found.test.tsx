import { render } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { say } from './say';
import { useSayFound } from './use-say-found';

vi.mock('./say', () => ({ say: vi.fn() }));

beforeEach(() => {
  vi.mocked(say).mockReset();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

function List({ asked, count }: { asked: string; count: number | undefined }) {
  useSayFound({ asked, count, noun: 'key' });
  return null;
}

/** Shows the list in these states, one after the other, each for long enough to be announced. */
function show(...states: [asked: string, count: number | undefined][]) {
  const { rerender } = render(<List asked={states[0]![0]} count={states[0]![1]} />);
  for (const [asked, count] of states) {
    rerender(<List asked={asked} count={count} />);
    vi.advanceTimersByTime(10_000);
  }
  return vi.mocked(say).mock.calls.map(([text]) => text);
}

it('nothing is announced at first, nor when entries come and go by themselves', () => {
  expect(show(['', undefined], ['', 20], ['', 21])).toEqual([]);
});

it('the number of entries is announced once for each search, when its answer is here', () => {
  expect(show(['', 20], ['a', undefined], ['a', 1200], ['a', 1201], ['ab', 1], ['abc', 0])).toEqual([
    '1,200 keys shown',
    '1 key shown',
    '0 keys shown',
  ]);
});

it('only the last of quick changes is announced', () => {
  const { rerender } = render(<List asked="" count={20} />);
  rerender(<List asked="a" count={7} />);
  rerender(<List asked="ab" count={2} />);
  vi.advanceTimersByTime(10_000);
  expect(vi.mocked(say).mock.calls).toEqual([['2 keys shown']]);
});

it('what was announced before is announced again after a quick look at something else', () => {
  const { rerender } = render(<List asked="a" count={7} />);
  rerender(<List asked="b" count={2} />);
  vi.advanceTimersByTime(10_000);
  rerender(<List asked="c" count={1} />);
  rerender(<List asked="b" count={0} />);
  vi.advanceTimersByTime(10_000);
  expect(vi.mocked(say).mock.calls).toEqual([['2 keys shown'], ['0 keys shown']]);
});
