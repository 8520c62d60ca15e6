import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FormError } from './section';

it('FormError shows its message as an alert with a decorative icon', () => {
  render(<FormError id="why" message="Please fill in both title and description" />);
  const error = screen.getByRole('alert');
  expect(error.id).toBe('why');
  expect(error.textContent).toBe('Please fill in both title and description');
  expect(error.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

it('FormError renders nothing without a message', () => {
  render(<FormError message={undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('FormError scrolls into view unless it has an id that fields can refer to', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const { rerender } = render(<FormError id="why" message="Please fill in both title and description" />);
  expect(scroll).not.toHaveBeenCalled();
  rerender(<FormError key="root" message="There are 10 event endpoints already." />);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});
