import { LANGUAGES } from '#app/kernel/i18n/languages.ts'

export type Alternate = { hreflang: string; href: string }

/** A public page's URLs in all languages, for search engines. Without a query a URL has the reader's language. */
export function alternatesOf(address: string): Alternate[] {
  const inLanguages = Object.keys(LANGUAGES).map((language) => ({
    hreflang: language,
    href: `${address}?lng=${language}`,
  }))
  return [...inLanguages, { hreflang: 'x-default', href: address }]
}
