import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LoadMore } from './load-more';

const fetchNextPage = vi.fn();
const list = {
  isPlaceholderData: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage,
};
const shows = { count: 1, noun: 'log' };

it('a failure to load more is shown as an alert and can be retried', async () => {
  const { rerender } = render(<LoadMore list={list} {...shows} />);
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  rerender(<LoadMore list={{ ...list, isFetchNextPageError: true }} {...shows} />);
  expect(screen.getByRole('alert').textContent).toContain('More could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

it('the button keeps the focus on failures, and a repeated failure is announced again', () => {
  const { rerender } = render(<LoadMore list={list} {...shows} />);
  const button = screen.getByRole('button');
  button.focus();
  const failed = { ...list, isFetchNextPageError: true };
  const said: (string | null)[] = [];
  for (const isFetchingNextPage of [false, true, false]) {
    rerender(<LoadMore list={{ ...failed, isFetchingNextPage }} {...shows} />);
    said.push(screen.getByText('More could not be loaded').getAttribute('aria-hidden'));
    expect(document.activeElement).toBe(button);
  }
  // It stays visible, but is hidden from screen readers meanwhile, so that they read it again.
  expect(said).toEqual(['false', 'true', 'false']);
  rerender(<LoadMore list={list} {...shows} />);
  expect(document.activeElement).toBe(button);
});

/** A list of logs, numbered from 1, with its end. */
const logs = (count: number, hasNextPage: boolean, isFetchingNextPage = false) => (
  <section>
    <ul>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>{`Log ${index + 1}`}</li>
      ))}
    </ul>
    <LoadMore list={{ ...list, hasNextPage, isFetchingNextPage }} count={count} noun="log" />
  </section>
);

it.each([true, false])(
  'the first of the entries that were loaded gets the focus, and their number is announced; more follow: %j',
  async (more) => {
    const { rerender } = render(logs(2, true));
    screen.getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    rerender(logs(2, true, true));
    expect(document.activeElement).toBe(screen.getByRole('button'));
    rerender(logs(4, more));
    expect(document.activeElement?.textContent).toBe('Log 3');
    expect(await screen.findByText('4 logs shown')).toBeDefined();
  },
);

it('entries that were loaded leave the focus where the user has put it meanwhile', async () => {
  const { rerender } = render(
    <>
      <input />
      {logs(2, true)}
    </>,
  );
  await userEvent.click(screen.getByRole('button'));
  screen.getByRole('textbox').focus();
  rerender(
    <>
      <input />
      {logs(4, true)}
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
