import { CODE_FIELDS } from './code-fields.ts'

export class FormFields {
  readonly #values = new Map<string, string[]>()

  /** Line breaks become LF, as they were typed; NUL is dropped, which no database text can hold. */
  append(name: string, value: string): void {
    const clean = value.replaceAll('\r\n', '\n').replaceAll('\0', '')
    this.#values.set(name, [...(this.#values.get(name) ?? []), clean])
  }

  /** The first value, trimmed, or the visible text of a code; empty: no such field. */
  get(name: string): string {
    const typed = this.getExact(name)
    return CODE_FIELDS.get(name)?.(typed) ?? typed.trim()
  }

  /** The first value as it was typed. For passwords, in which spaces count. */
  getExact(name: string): string {
    return this.#values.get(name)?.[0] ?? ''
  }

  getAll(name: string): string[] {
    return (this.#values.get(name) ?? []).map((value) => value.trim())
  }

  /** Is the box ticked that our page offers? Any other value, "false" too, is no consent. */
  isTicked(name: string): boolean {
    return this.getExact(name) === 'on'
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** Every value as it was typed, to be sent again. */
  entries(): [name: string, value: string][] {
    return [...this.#values].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
  }

  /** For validators that take the browser's own type. */
  toFormData(): FormData {
    const form = new FormData()
    for (const [name, value] of this.entries()) form.append(name, value)
    return form
  }
}
