import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PaginationFooter } from './pagination-footer';

it('the page number is a live region, the number of loaded items is not', () => {
  render(
    <PaginationFooter
      page="Page 1 of 2"
      more=" • Loaded 3 / 20 on this page"
      onPrev={undefined}
      onNext={undefined}
    />,
  );
  const told = screen.getByText('Page 1 of 2');
  expect(told.getAttribute('aria-live')).toBe('polite');
  expect(told.parentElement!.closest('[aria-live]')).toBeNull();
  expect(told.parentElement!.textContent).toBe('Page 1 of 2 • Loaded 3 / 20 on this page');
});
