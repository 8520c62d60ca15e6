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
