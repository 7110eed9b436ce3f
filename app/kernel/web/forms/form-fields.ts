import { CODE_FIELDS } from './code-fields.ts'

/** The text fields of a form. */
export class FormFields {
  readonly #values = new Map<string, string[]>()

  /** Line breaks become \n, as they were typed; NUL, which no database text holds, is dropped. */
  append(name: string, value: string): void {
    const clean = value.replaceAll('\r\n', '\n').replaceAll('\0', '')
    this.#values.set(name, [...(this.#values.get(name) ?? []), clean])
  }

  /** The first value, trimmed, and as the eye reads it where it is a code; empty when the form has no such field. */
  get(name: string): string {
    const typed = this.getExact(name)
    return CODE_FIELDS.get(name)?.(typed) ?? typed.trim()
  }

  /** The first value as it was typed. For passwords, in which a space counts. */
  getExact(name: string): string {
    return this.#values.get(name)?.[0] ?? ''
  }

  /** All values, trimmed. */
  getAll(name: string): string[] {
    return (this.#values.get(name) ?? []).map((value) => value.trim())
  }

  /** Was the tick made that our page offers? Any other value, "false" too, is no consent. */
  isTicked(name: string): boolean {
    return this.getExact(name) === 'on'
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** Every value as it was typed, to be sent once more. */
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
