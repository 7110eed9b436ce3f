import { isLanguage } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'

const NAMES = [
  'name',
  'email',
  'locale',
  'asset',
  'walletAddress',
  'walletMemo',
  'code',
  'discount',
  'commission',
] as const

/** Everything typed, so that the form can show it again. */
export function readTypedReseller(fields: FormFields): Record<(typeof NAMES)[number], string> {
  const typed = Object.fromEntries(NAMES.map((name) => [name, fields.get(name)])) as Record<
    (typeof NAMES)[number],
    string
  >
  return { ...typed, locale: isLanguage(typed.locale) ? typed.locale : 'en' }
}
