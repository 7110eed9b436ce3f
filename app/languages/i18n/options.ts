import type { FormatterModule, InitOptions } from 'i18next'
import { isolate } from '#app/kernel/i18n/isolate.ts'

/** What the server's and the browser's instance have in common, so that both render the same words. */
export const I18N_OPTIONS = {
  fallbackLng: false,
  defaultNS: 'common',
  initAsync: false,
  interpolation: {
    // React escapes what it renders; the letters escape their values themselves.
    escapeValue: false,
    alwaysFormat: true,
  },
  react: { useSuspense: false },
} satisfies InitOptions

/** Our sentences name no formats: every value has been written before. What is left is its direction. */
export const ISOLATING_FORMATTER: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language = '') => (typeof value === 'string' ? isolate(value, language) : value),
}
