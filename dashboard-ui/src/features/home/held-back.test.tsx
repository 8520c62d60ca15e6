import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HeldBack } from './held-back';

it('is shown once what is above it is known, and stays when that changes again', () => {
  const list = (until: boolean) => <HeldBack until={until}>list</HeldBack>;
  const { container, rerender } = render(list(false));
  expect(container.textContent).toBe('');
  rerender(list(true));
  expect(container.textContent).toBe('list');
  rerender(list(false));
  expect(container.textContent).toBe('list');
});
