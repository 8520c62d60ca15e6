import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('takes a double click for one press, where a press takes a moment', () => {
  const press = vi.fn();
  const { rerender } = render(
    <Button busy={false} onClick={press}>
      Save
    </Button>,
  );
  const twice = () => [1, 2].forEach((detail) => fireEvent.click(screen.getByRole('button'), { detail }));
  twice();
  expect(press).toHaveBeenCalledTimes(1);
  rerender(<Button onClick={press}>Next</Button>);
  twice();
  expect(press).toHaveBeenCalledTimes(3);
});

it('takes none while it is busy', () => {
  const press = vi.fn();
  render(
    <Button busy onClick={press}>
      Save
    </Button>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(press).not.toHaveBeenCalled();
});
