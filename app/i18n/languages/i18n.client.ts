/**
 * The browser's translator: looks words up in the groups that the server wrote into the page (page-words.ts,
 * translate.ts). i18next itself would be 15 kB more on every page for loading, detecting and changing languages: a page
 * has one language for as long as it lives.
 */
import type { i18n } from 'i18next'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/i18n/kernel/languages.ts'
import { groupOf, groupPath } from './page-words.ts'
import { createTranslate, type Words } from './translate.ts'
import { type CarriedWords, WORDS_ELEMENT_ID } from './words.tsx'

type Groups = Record<string, Words>
type FetchGroup = (group: string) => Promise<Words>

/** From the document's language and the words inside it. */
export function readBrowserI18n(document: Document): i18n {
  const language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : FALLBACK_LANGUAGE
  const { words, version }: CarriedWords = JSON.parse(document.getElementById(WORDS_ELEMENT_ID)?.textContent ?? '')
  return createBrowserI18n(language, words as Groups, (group) => fetchGroup(groupPath(group, { language, version })))
}

/**
 * A page that the reader goes on to may need a group that the first one did not bring. Its sentences then throw the
 * promise of that group while it is fetched: React waits with the new page, as it does for the page's code and data, and
 * asks again. The server notes what each first page needs, so nothing is fetched for those.
 */
export function createBrowserI18n(language: Language, carried: Words, fetchMissing?: FetchGroup): i18n {
  const words: Groups = { ...(carried as Groups) }
  const translate = createTranslate(language, words)
  const underWay = new Map<string, Promise<void>>()

  const bring = (group: string, fetchIt: FetchGroup) => {
    const coming = fetchIt(group).then((found) => {
      words[group] = found
    })
    underWay.set(group, coming)
    // A group that did not come is asked for again by whoever needs it next.
    coming.catch(() => underWay.delete(group))
    return coming
  }
  const t: typeof translate = (key, options) => {
    const missing = [key]
      .flat()
      .map(groupOf)
      .find((group) => !Object.hasOwn(words, group))
    if (missing !== undefined && fetchMissing) throw underWay.get(missing) ?? bring(missing, fetchMissing)
    return translate(key, options)
  }
  // All that our parts and react-i18next-in-browser.ts ask of it.
  return { language, t } as unknown as i18n
}

/** Without network it fails as every other part of a page does; the error page says so. */
async function fetchGroup(path: string): Promise<Words> {
  const response = await fetch(path, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`Words answered ${response.status}`)
  return response.json()
}
