import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CodeEditor } from './code-editor';

const change = vi.fn();
const editor = (value: string) => (
  <CodeEditor value={value} typed={false} onChange={change} label="Code" description="" />
);

it('takes another kind of line breaks for no change', () => {
  const { rerender } = render(editor('one\r\ntwo\rthree'));
  rerender(editor('four\r\nfive'));
  expect(change).not.toHaveBeenCalled();
});
