import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('a double click counts once on a button that can be busy, and twice on any other', () => {
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

it('a busy button ignores clicks', () => {
  const press = vi.fn();
  render(
    <Button busy onClick={press}>
      Save
    </Button>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(press).not.toHaveBeenCalled();
});

it('a busy button with an icon of its own for that shows it beside its label, and no spinner', () => {
  const { container } = render(
    <Button busy icon={<i />} busyIcon={<b />}>
      Refresh
    </Button>,
  );
  expect(container.querySelectorAll('i, svg, .opacity-0')).toHaveLength(0);
  expect(container.querySelectorAll('b')).toHaveLength(1);
});
