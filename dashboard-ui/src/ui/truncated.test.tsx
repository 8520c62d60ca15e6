import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Truncated } from './truncated';

it('truncated text has the full text as its title', () => {
  render(<Truncated text="hooks.example.com/a/long/way" />);
  expect(screen.getByTitle('hooks.example.com/a/long/way').textContent).toBe('hooks.example.com/a/long/way');
});
