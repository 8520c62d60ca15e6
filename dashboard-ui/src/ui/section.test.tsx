import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FormError } from './section';

it('says why a form was refused, beside a sign', () => {
  render(<FormError id="why" message="Please fill in both title and description" />);
  const error = screen.getByRole('alert');
  expect(error.id).toBe('why');
  expect(error.textContent).toBe('Please fill in both title and description');
  expect(error.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

it('is not there without a reason', () => {
  render(<FormError message={undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
});
