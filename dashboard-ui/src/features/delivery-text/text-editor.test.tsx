import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TextEditor } from './text-editor';
import { saysNotWhere } from './where-to-redeem';

function Editor({ first }: { first: string }) {
  const [text, setText] = useState(first);
  return <TextEditor text={text} onChange={setText} error={undefined} />;
}

it.each([
  ['the middle', 2, `aa{key}${'a'.repeat(4993)}`],
  ['the end', 5000, 'a'.repeat(5000)],
])('a full text keeps 5000 characters when a placeholder is inserted at %s', async (_, caret, text) => {
  render(<Editor first={'a'.repeat(5000)} />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Delivery text');
  area.setSelectionRange(caret, caret);
  await userEvent.click(screen.getByRole('button', { name: 'Insert {key}' }));
  expect(area.value).toBe(text);
});

it('an overlong text can be shortened, and is cut to 5000 characters when it grows', () => {
  render(<Editor first={'a'.repeat(6000)} />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Delivery text');
  fireEvent.change(area, { target: { value: 'a'.repeat(5999) } });
  expect(area.value).toHaveLength(5999);
  fireEvent.change(area, { target: { value: `${'a'.repeat(5998)}b` } });
  expect(area.value).toHaveLength(5999);
  fireEvent.change(area, { target: { value: 'a'.repeat(6001) } });
  expect(area.value).toHaveLength(5000);
});

const hint = () => screen.queryByText(saysNotWhere);

it.each([
  ['Thanks!', 'Thanks!\n{redeem_url}'],
  ['Thanks! ', 'Thanks! {redeem_url}'],
  ['', '{redeem_url}'],
])('%j does not say where to redeem, until the link is inserted by its button', async (first, text) => {
  render(<Editor first={first} />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Delivery text');
  // As browsers have it before somebody is in the field.
  area.setSelectionRange(0, 0);
  expect(hint()).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Insert the link' }));
  expect(area.value).toBe(text);
  expect(document.activeElement).toBe(area);
  expect(hint()).toBeNull();
});

it('a caret that was put at the start of the text stays where the link is inserted', async () => {
  render(<Editor first=" is where to go." />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Delivery text');
  await userEvent.click(area);
  area.setSelectionRange(0, 0);
  await userEvent.click(screen.getByRole('button', { name: 'Insert the link' }));
  expect(area.value).toBe('{redeem_url} is where to go.');
});

it('a field that the keyboard only passed has the link at its end', async () => {
  render(<Editor first="Thanks!" />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Delivery text');
  await userEvent.tab();
  expect(document.activeElement).toBe(area);
  area.setSelectionRange(0, 0);
  screen.getByRole('button', { name: 'Insert the link' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(area.value).toBe('Thanks!\n{redeem_url}');
});

it.each(['{key} at {redeem_url}', 'https://nova.example/redeem-order/1', 'Write /redeem in our server.'])(
  'a text that says where to redeem has no hint: %s',
  (text) => {
    render(<Editor first={text} />);
    expect(hint()).toBeNull();
  },
);

it('a text that is loading or could not be loaded has no hint', () => {
  const { rerender } = render(<TextEditor text="" loading onChange={() => {}} error={undefined} />);
  expect(hint()).toBeNull();
  rerender(<TextEditor text="" onChange={() => {}} error="Failed" />);
  expect(hint()).toBeNull();
});
