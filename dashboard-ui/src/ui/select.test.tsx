import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Select } from './select';

const toOption = (label: string) => ({ value: label, label });
const options = ['All Status', 'Completed', 'Partial', 'Failed'].map(toOption);

function Example({ more = [] }: { more?: string[] }) {
  const [value, setValue] = useState('All Status');
  return (
    <Select
      aria-label="Status"
      value={value}
      onChange={setValue}
      options={[...options, ...more.map(toOption)]}
    />
  );
}

const box = () => screen.getByRole('combobox', { name: 'Status' });

it('an option can be chosen with the mouse', async () => {
  render(<Example />);
  await userEvent.click(box());
  await userEvent.click(screen.getByRole('option', { name: 'Partial' }));
  expect(box().textContent).toBe('Partial');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('an option can be chosen with the keyboard: ArrowDown, End, letters', async () => {
  render(<Example />);
  box().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(box().textContent).toBe('Completed');
  await userEvent.keyboard(' {End}{Enter}');
  expect(box().textContent).toBe('Failed');
  await userEvent.keyboard('pa{Enter}');
  expect(box().textContent).toBe('Partial');
});

it.each([
  ['p', 'Partial'],
  ['pp', 'Pending'],
  ['ppp', 'Partial'],
  ['pe', 'Pending'],
  ['PE', 'Pending'],
  ['all f', 'All Failed'],
])('typing %j in a closed select moves to %j', async (keys, label) => {
  render(<Example more={['Pending', 'All Failed']} />);
  box().focus();
  await userEvent.keyboard(`${keys}{Enter}`);
  expect(box().textContent).toBe(label);
});

it('a letter moves on from what is chosen', async () => {
  render(<Example more={['Pending']} />);
  box().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}p{Enter}');
  expect(box().textContent).toBe('Pending');
});

it('the space bar is a part of what is being typed, and leaves the list open', async () => {
  render(<Example more={['All Failed']} />);
  box().focus();
  await userEvent.keyboard('all ');
  expect(box().getAttribute('aria-expanded')).toBe('true');
});

it('Escape closes the list and keeps the value', async () => {
  render(<Example />);
  box().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Escape}');
  expect(box().getAttribute('aria-expanded')).toBe('false');
  expect(box().textContent).toBe('All Status');
});

it('the list is not shown as a popover while the select is not in the document', () => {
  const container = document.createElement('div');
  const show = vi.fn();
  HTMLElement.prototype.showPopover = show;
  render(<Example />, { container });
  fireEvent.click(within(container).getByRole('combobox', { hidden: true }));
  expect(within(container).getByRole('listbox', { hidden: true })).toBeTruthy();
  expect(show).not.toHaveBeenCalled();
});

it('a select is not printed unless asked, and then as what is chosen', () => {
  const { rerender } = render(
    <Select aria-label="Status" value="Partial" onChange={vi.fn()} options={options} />,
  );
  const around = () => box().parentElement!;
  expect(around().className).toContain('print:hidden');
  expect(around().dataset.chosen).toBeUndefined();
  rerender(<Select printed aria-label="Status" value="Partial" onChange={vi.fn()} options={options} />);
  expect(around().className).not.toContain('print:hidden');
  expect(around().dataset.chosen).toBe('Partial');
  expect(box().className).toContain('print:hidden');
});
