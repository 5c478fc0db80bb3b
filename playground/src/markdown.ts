// Markdown as elements. Its text may hold what a stranger wrote into a definition, so it never becomes HTML on the way.

import { Lexer, lexer, type Token, type Tokens } from 'marked';
import { Fault, Refusal } from 'weakfish';
import { reason } from './dialog';
import { element } from './dom';

/** Renders Markdown. Links lead nowhere unless they are addresses of the web. */
export function markdown(text: string): DocumentFragment {
  return blocks(lexer(text));
}

/** Renders inline Markdown. */
export function sentence(text: string): DocumentFragment {
  return inline(Lexer.lexInline(text));
}

/** Renders inline Markdown of the library, which speaks English whatever the language of the page. */
export function libraryText(text: string): HTMLElement {
  return element('span', { lang: 'en' }, sentence(text));
}

/** The message of an error: words of the page, or the library's. */
export function told(fault: unknown): Node {
  return fault instanceof Refusal || fault instanceof Fault ? libraryText(fault.message) : sentence(reason(fault));
}

function fragment(nodes: Iterable<Node | string>): DocumentFragment {
  const made = document.createDocumentFragment();
  made.append(...nodes);
  return made;
}

function blocks(tokens: readonly Token[]): DocumentFragment {
  return fragment(tokens.map(block));
}

function block(token: Token): Node | string {
  switch (token.type) {
    case 'space':
      return '';
    case 'hr':
      return element('hr');
    case 'code':
      return element('pre', {}, element('code', {}, (token as Tokens.Code).text));
    case 'heading':
      return element('h4', {}, inline(token.tokens ?? []));
    case 'paragraph':
      return element('p', {}, inline(token.tokens ?? []));
    case 'blockquote':
      return element('blockquote', {}, blocks(token.tokens ?? []));
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return element(ordered ? 'ol' : 'ul', {}, ...items.map(item => element('li', {}, blocks(item.tokens))));
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const row = (tag: 'th' | 'td', cells: Tokens.TableCell[]) =>
        element('tr', {}, ...cells.map(cell => element(tag, {}, inline(cell.tokens))));
      return element('table', {}, element('thead', {}, row('th', header)), element('tbody', {}, ...rows.map(cells => row('td', cells))));
    }
    default:
      return inline([token]);
  }
}

function inline(tokens: readonly Token[]): DocumentFragment {
  return fragment(
    tokens.map(token => {
      switch (token.type) {
        case 'strong':
          return element('strong', {}, inline(token.tokens ?? []));
        case 'em':
          return element('em', {}, inline(token.tokens ?? []));
        case 'codespan':
          return element('code', {}, (token as Tokens.Codespan).text);
        case 'br':
          return element('br');
        case 'link': {
          const { href } = token as Tokens.Link;
          const inside = inline(token.tokens ?? []);
          return /^https?:/.test(href) ? element('a', { href, rel: 'noreferrer', target: '_blank' }, inside) : inside;
        }
        case 'text':
          return token.tokens ? inline(token.tokens) : (token as Tokens.Text).text;
        case 'escape':
          return (token as Tokens.Escape).text;
        default:
          return token.raw;
      }
    }),
  );
}
