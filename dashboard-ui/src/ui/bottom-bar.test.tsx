import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { PassingBar } from './bottom-bar';

it('a passing bar is the last region of the main column, wherever and whenever it is rendered', () => {
  const column = (screens: ReactNode) => <main id="main">{screens}</main>;
  const keys = (isSelected: boolean) =>
    column(
      <div>
        <PassingBar label="Selection" isShown={isSelected}>
          1 key
        </PassingBar>
        <p>list</p>
      </div>,
    );
  const { rerender } = render(column(null));
  rerender(keys(false));
  const { lastElementChild } = screen.getByRole('main');
  rerender(keys(true));
  expect(lastElementChild).toBe(screen.getByRole('region', { name: 'Selection' }).parentElement);
});
