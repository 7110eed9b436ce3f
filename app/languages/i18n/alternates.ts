import { LANGUAGES } from '#app/kernel/i18n/languages.ts'

export type Alternate = { hreflang: string; href: string }

/**
 * The addresses of a public page in all languages, for search engines. The address without a query is nobody's in
 * particular: it speaks the reader's language.
 */
export function alternatesOf(address: string): Alternate[] {
  const inLanguages = Object.keys(LANGUAGES).map((language) => ({
    hreflang: language,
    href: `${address}?lng=${language}`,
  }))
  return [...inLanguages, { hreflang: 'x-default', href: address }]
}
