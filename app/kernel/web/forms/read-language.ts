import { isLanguage, type Language } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from './form-fields.ts'

/** The language that was chosen in a field; null where none was, and for whatever no page of ours offers. */
export function readLanguage(fields: FormFields, name: string): Language | null {
  const chosen = fields.get(name)
  return isLanguage(chosen) ? chosen : null
}
