import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PassingBar } from './bottom-bar';

it('a passing bar is the last region of the main column, wherever it is rendered', () => {
  const column = (isSelected: boolean) => (
    <main id="main">
      <div>
        <PassingBar label="Selection" isShown={isSelected}>
          1 key
        </PassingBar>
        <p>list</p>
      </div>
      <footer />
    </main>
  );
  const { rerender } = render(column(false));
  rerender(column(true));
  const region = screen.getByRole('region', { name: 'Selection' });
  expect(screen.getByRole('main').lastElementChild).toBe(region.parentElement);
});
