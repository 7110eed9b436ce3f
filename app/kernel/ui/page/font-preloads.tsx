import arabic from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2?url'
import thai from '@fontsource/ibm-plex-sans-thai/files/ibm-plex-sans-thai-thai-400-normal.woff2?url'
import cyrillic from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-cyrillic-wght-normal.woff2?url'
import latinExtended from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url'
import vietnamese from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-vietnamese-wght-normal.woff2?url'
import type { Language } from '#app/kernel/i18n/languages.ts'

/** Fonts for the first line of a page in this language besides Latin; fonts.css loads the rest on demand. */
const ALSO: Partial<Record<Language, string>> = {
  fa: arabic,
  pl: latinExtended,
  ru: cyrillic,
  th: thai,
  tr: latinExtended,
  vi: vietnamese,
}

/** Requests the fonts of the language before the stylesheet does. */
export function FontPreloads({ language }: { language: Language }) {
  const also = ALSO[language]
  return (also ? [latin, also] : [latin]).map((file) => (
    <link key={file} rel="preload" as="font" type="font/woff2" href={file} crossOrigin="anonymous" />
  ))
}
