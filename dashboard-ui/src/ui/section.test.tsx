import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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

it('comes into view, unless the focus goes to a field that it is about', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const { rerender } = render(<FormError id="why" message="Please fill in both title and description" />);
  expect(scroll).not.toHaveBeenCalled();
  rerender(<FormError key="root" message="There are 10 event endpoints already." />);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});
