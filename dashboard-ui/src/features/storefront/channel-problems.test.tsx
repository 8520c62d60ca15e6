import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Schema } from '../../api/types';
import { StorefrontProblems } from './channel-problems';

it('a name that turns its letters round turns only itself round', () => {
  const name = 'Nova \u202estsooB';
  const problems = [{ channel: 'log', message: 'It may not post there.' }];
  render(<StorefrontProblems named storefront={{ name, problems } as Schema<'Storefront'>} />);
  const heading = screen.getByRole('heading');
  expect(heading.textContent).toBe(`${name}: the bot needs your help`);
  expect(heading.querySelector('bdi')?.textContent).toBe(name);
});
