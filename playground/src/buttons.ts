// Buttons that show an icon.

import { element } from './dom';
import { icon, type IconName } from './icons';

type Attributes = Parameters<typeof element>[1];

/** A button with an icon. Its name is read out, and shown when the pointer rests on it. */
export function iconButton(name: IconName, title: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return element('button', { type: 'button', class: 'icon-button', title, 'aria-label': title, onclick, ...attributes }, icon(name));
}

/** Gives a button another icon and name. */
export function setIcon(button: HTMLButtonElement, name: IconName, title: string): void {
  button.replaceChildren(icon(name));
  button.title = title;
  button.setAttribute('aria-label', title);
}

/** A choice of one among few, as radio buttons side by side. */
export function segmented<Value extends string>(
  name: string,
  label: string,
  options: readonly (readonly [value: Value, title: string, more?: string])[],
  onchange: (value: Value) => void,
): { element: HTMLFieldSetElement; set(value: Value | null): void; title(value: Value, title: string): void } {
  const inputs = options.map(([value]) =>
    element('input', { type: 'radio', name, id: `${name}-${value}`, value, onchange: () => onchange(value) }),
  );
  const labels = options.map(([value, title, more]) => element('label', { for: `${name}-${value}`, title: more }, title));
  const choices = inputs.map((input, at) => element('span', { class: 'segment' }, input, labels[at]));
  return {
    element: element('fieldset', { class: 'segmented' }, element('legend', {}, label), ...choices),
    set: value => {
      for (const input of inputs) input.checked = input.value === value;
    },
    title: (value, title) => (labels[options.findIndex(([one]) => one === value)]!.textContent = title),
  };
}
