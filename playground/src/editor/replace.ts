// Typing over a selection.

import { EditorView } from '@codemirror/view';

/**
 * By default Chromium puts text typed over coloured words into an element with their style. The page's security policy forbids
 * that, and Chromium complains on the console. So this handler inserts the text that replaces a selection, as the editor would.
 */
export const replace = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    const { main, ranges } = view.state.selection;
    if (inputType !== 'insertText' || isComposing || !data || ranges.every(({ empty }) => empty)) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handled = view.state.facet(EditorView.inputHandler).some(handler => handler(view, main.from, main.to, data, insert));
    if (!handled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
