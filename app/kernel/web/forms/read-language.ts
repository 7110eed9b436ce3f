import { isLanguage, type Language } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from './form-fields.ts'

/** The language chosen in a field. Null: none, or one that no page of ours offers. */
export function readLanguage(fields: FormFields, name: string): Language | null {
  const chosen = fields.get(name)
  return isLanguage(chosen) ? chosen : null
}
