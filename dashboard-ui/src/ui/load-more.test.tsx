import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LoadMore } from './load-more';

it('says that more could not be loaded, and tries again', async () => {
  const fetchNextPage = vi.fn();
  const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage };
  const { rerender } = render(<LoadMore list={list} />);
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  rerender(<LoadMore list={{ ...list, isFetchNextPageError: true }} />);
  expect(screen.getByRole('alert').textContent).toContain('More could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

it('keeps the focus on its button, and has what fails again read again', () => {
  const list = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: vi.fn(),
  };
  const { rerender } = render(<LoadMore list={list} />);
  const button = screen.getByRole('button');
  button.focus();
  const failed = { ...list, isFetchNextPageError: true };
  const said: (string | null)[] = [];
  for (const isFetchingNextPage of [false, true, false]) {
    rerender(<LoadMore list={{ ...failed, isFetchingNextPage }} />);
    said.push(screen.getByText('More could not be loaded').getAttribute('aria-hidden'));
    expect(document.activeElement).toBe(button);
  }
  // It stays visible, but is hidden from screen readers meanwhile, so that they read it again.
  expect(said).toEqual(['false', 'true', 'false']);
  rerender(<LoadMore list={list} />);
  expect(document.activeElement).toBe(button);
});
