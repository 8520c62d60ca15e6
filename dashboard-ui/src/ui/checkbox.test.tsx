import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox';

it('a checkbox is toggled by a click on its label and by the space bar', async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(
    <label>
      <Checkbox onChange={({ target }) => onChange(target.checked)} /> Email
    </label>,
  );
  await user.click(screen.getByText('Email'));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Email' }));
  await user.keyboard(' ');
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});
