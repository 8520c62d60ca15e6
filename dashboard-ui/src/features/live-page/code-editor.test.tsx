import { EditorView } from '@codemirror/view';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CodeEditor } from './code-editor';

const change = vi.fn();
const editor = (value: string) => (
  <CodeEditor value={value} typed={false} onChange={change} label="Code" description="" />
);

afterEach(() => void vi.unstubAllGlobals());

it('a value with other line breaks is not reported as a change', () => {
  const { rerender } = render(editor('one\r\ntwo\rthree'));
  rerender(editor('four\r\nfive'));
  expect(change).not.toHaveBeenCalled();
});

function Held() {
  const [code, setCode] = useState('one');
  return (
    <div data-code={code}>
      <CodeEditor value={code} typed onChange={setCode} label="Code" description="" />
    </div>
  );
}

it('a typed change is rendered before the next key', () => {
  const { container } = render(<Held />);
  const held = container.querySelector<HTMLElement>('[data-code]')!;
  const content = held.firstElementChild!.shadowRoot!.querySelector<HTMLElement>('.cm-content')!;
  // As in a browser, where no `act` makes React render.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  EditorView.findFromDOM(content)!.dispatch({ changes: { from: 3, insert: ' and more' } });
  expect(held.dataset.code).toBe('one and more');
});
