import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from './field';

const field = (error?: string, isSaid?: boolean) => (
  <Field label="Name" hint="As customers see it" error={error} isSaid={isSaid}>
    {(control) => <input {...control} />}
  </Field>
);

it('an error that appears is announced by a new alert element and describes the input', () => {
  const { rerender } = render(field());
  const hint = screen.getByText('As customers see it');
  rerender(field('Please fill this in'));
  const error = screen.getByRole('alert');
  expect(error.textContent).toBe('Please fill this in');
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBe(error.id);
  expect(error, 'an element of its own is what assistive tools hear of').not.toBe(hint);
});

it('an error that a toast announces is not announced by the field', () => {
  render(field('Please enter your access code', true));
  expect(screen.queryByRole('alert')).toBeNull();
});
