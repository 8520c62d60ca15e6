import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection, done by the editor. By default Chromium puts the new text into a span with an inline style
 * that keeps the old text's colour, which violates the content security policy and logs an error.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || !data || isComposing || empty) return false;
    if (view.state.selection.ranges.length > 1) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert));
    if (!handled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
