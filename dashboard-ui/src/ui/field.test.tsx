import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from './field';

const field = (error?: string, isSaid?: boolean) => (
  <Field label="Name" hint="As customers see it" error={error} isSaid={isSaid}>
    {(control) => <input {...control} />}
  </Field>
);

it('says an error also to whoever is in the field already', () => {
  const { rerender } = render(field());
  const hint = screen.getByText('As customers see it');
  rerender(field('Please fill this in'));
  const error = screen.getByRole('alert');
  expect(error.textContent).toBe('Please fill this in');
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBe(error.id);
  expect(error, 'an element of its own is what assistive tools hear of').not.toBe(hint);
});

it('says nothing that a toast says', () => {
  render(field('Please enter your access code', true));
  expect(screen.queryByRole('alert')).toBeNull();
});
