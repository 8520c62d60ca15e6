import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection, done by the editor. Left to itself, Chromium puts the new text into a span that keeps the colour
 * of the old one by an inline style, which the page's policy forbids and the console complains about.
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
