import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TextEditor } from './text-editor';

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
