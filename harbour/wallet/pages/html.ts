/** HTML in which every interpolated value is escaped, unless it is Html made here. */
import { htmlEscape } from 'escape-goat'

export type Html = { readonly markup: string }
type Part = Html | string | number | null | false | readonly Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: String.raw({ raw: strings }, ...parts.map(markupOf)) }
}

function markupOf(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return htmlEscape(String(part))
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/** An attribute without a value, such as `checked`. */
export function flag(name: 'checked' | 'selected', isSet: boolean): Html {
  return { markup: isSet ? ` ${name}` : '' }
}

/** For values that people compare by character: set in groups of four, selected whole by one click. */
export function code(value: string): Html {
  const groups = value.match(/.{1,4}/gu) ?? []
  return html`<span class="code">${groups.map((group) => html`<span>${group}</span><wbr>`)}</span>`
}

export type Choice = { value: string; label: string }

export function options(choices: readonly Choice[], chosen: string): Html {
  return html`${choices.map(({ value, label }) => html`<option value="${value}"${flag('selected', value === chosen)}>${label}</option>`)}`
}

export function note(kind: 'danger' | 'good', sentence: string): Html {
  return html`<p class="note note--${kind}" role="${kind === 'danger' ? 'alert' : 'status'}">${sentence}</p>`
}
