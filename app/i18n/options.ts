import type { InitOptions } from 'i18next'

/** What the server's and the browser's instance have in common, so that both render the same words. */
export const I18N_OPTIONS = {
  fallbackLng: false,
  defaultNS: 'common',
  initAsync: false,
  // React escapes what it renders; the letters escape their values themselves.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} satisfies InitOptions
