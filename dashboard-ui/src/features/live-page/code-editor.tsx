import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { asDocument } from './draft';
import { editorTheme } from './editor-theme';
import { typeOverSelection } from './type-over-selection';

export type Editor = { goTo: (line: number) => void };

type CodeEditorProps = {
  value: string;
  /** Whether `value` was typed here, so that it need not be put into the editor. */
  typed: boolean;
  onChange: (value: string) => void;
  label: string;
  description: string;
  ref?: Ref<Editor>;
};

const extensions = [
  lineNumbers(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  javascript({ jsx: true }),
  typeOverSelection,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
    indentWithTab,
  ]),
  editorTheme,
];

/**
 * A code editor for JSX. It lives in a shadow root, where its styles need no exception from the content security
 * policy.
 */
export function CodeEditor({ value, typed, onChange, label, description, ref }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const onTyped = useEffectEvent((text: string) => {
    // Flushed before the next key is handled, which may be the shortcut that saves the text.
    if (text !== asDocument(value)) flushSync(() => onChange(text));
  });
  const start = useEffectEvent((shadow: ShadowRoot) => {
    const changed = EditorView.updateListener.of((update) => {
      if (update.docChanged) onTyped(update.state.doc.toString());
    });
    const attributes = EditorView.contentAttributes.of({
      // It is focusable anyway, but accessibility checks look for the attribute on scrollable elements.
      tabindex: '0',
      'aria-label': label,
      'aria-description': description,
    });
    const state = EditorState.create({ doc: value, extensions: [extensions, changed, attributes] });
    return new EditorView({ state, root: shadow, parent: shadow });
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const started = start(element.shadowRoot ?? element.attachShadow({ mode: 'open' }));
    view.current = started;
    return () => started.destroy();
  }, []);

  // Puts in text from elsewhere: a reset or an older version. It is an undo step of its own, separate from what was
  // just typed.
  useEffect(() => {
    const editor = view.current;
    if (!editor || typed || editor.state.doc.toString() === asDocument(value)) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      selection: { anchor: 0 },
      scrollIntoView: true,
      annotations: isolateHistory.of('full'),
    });
  }, [value, typed]);

  useImperativeHandle(ref, () => ({
    goTo(number) {
      const editor = view.current;
      if (!editor) return;
      const line = editor.state.doc.line(Math.min(number, editor.state.doc.lines));
      editor.dispatch({
        selection: { anchor: line.from },
        effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
      });
      editor.focus();
    },
  }));

  return <div ref={host} className="absolute inset-0" />;
}
