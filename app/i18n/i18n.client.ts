/** The browser's words: the bundle that the server wrote into the page. Nothing is fetched. */
import i18next, { type i18n } from 'i18next'
import { FALLBACK_LANGUAGE, isLanguage } from './languages.ts'
import { I18N_OPTIONS } from './options.ts'
import { WORDS_ELEMENT_ID } from './words.tsx'

export function createBrowserI18n(document: Document): i18n {
  const lng = isLanguage(document.documentElement.lang) ? document.documentElement.lang : FALLBACK_LANGUAGE
  const common = JSON.parse(document.getElementById(WORDS_ELEMENT_ID)?.textContent ?? '{}')
  const instance = i18next.createInstance()
  instance.init({ ...I18N_OPTIONS, lng, resources: { [lng]: { common } } })
  return instance
}
