import type { FormatterModule, InitOptions } from 'i18next'
import { isolate } from '#app/kernel/i18n/isolate.ts'

/** The server's options of i18next; tests use them, too. */
export const I18N_OPTIONS = {
  fallbackLng: false,
  defaultNS: 'common',
  initAsync: false,
  interpolation: {
    // React escapes what it renders; emails escape their values themselves.
    escapeValue: false,
    alwaysFormat: true,
  },
  react: { useSuspense: false },
} satisfies InitOptions

/** Our sentences name no formats: every value is formatted before. Only its direction is left. */
export const ISOLATING_FORMATTER: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language = '') => (typeof value === 'string' ? isolate(value, language) : value),
}
