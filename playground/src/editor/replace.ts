// Typing over a selection.

import { EditorView } from '@codemirror/view';

/**
 * Left to itself Chromium puts what is typed over coloured words into an element with their style, which the page's security
 * policy forbids, and complains on the console. So what replaces a selection is put in here, as the editor would.
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
