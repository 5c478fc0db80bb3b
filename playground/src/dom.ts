// Making elements in one expression.

type Child = Node | string | null | undefined | false;
type Attributes = { [name: string]: string | number | boolean | null | undefined | ((event: any) => void) };

/** An element with attributes, listeners (`onclick: event => …`) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return made;
}

/** Sets the text of a heading. One without a text would be read out as an empty heading, so it is hidden. */
export function entitle(heading: HTMLHeadingElement, text: string): void {
  heading.textContent = text;
  heading.hidden = text === '';
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
