import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Select } from './select';

const options = ['All Status', 'Completed', 'Partial', 'Failed'].map((label) => ({ value: label, label }));

function Example() {
  const [value, setValue] = useState('All Status');
  return <Select aria-label="Status" value={value} onChange={setValue} options={options} />;
}

const box = () => screen.getByRole('combobox', { name: 'Status' });

it('chooses with the mouse', async () => {
  render(<Example />);
  await userEvent.click(box());
  await userEvent.click(screen.getByRole('option', { name: 'Partial' }));
  expect(box().textContent).toBe('Partial');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('chooses with the keyboard: arrows, Home, End, letters', async () => {
  render(<Example />);
  box().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(box().textContent).toBe('Completed');
  await userEvent.keyboard(' {End}{Enter}');
  expect(box().textContent).toBe('Failed');
  await userEvent.keyboard('pa{Enter}');
  expect(box().textContent).toBe('Partial');
});

it('keeps its value on Escape and when the focus leaves', async () => {
  render(<Example />);
  box().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Escape}');
  expect(box().getAttribute('aria-expanded')).toBe('false');
  expect(box().textContent).toBe('All Status');
});
