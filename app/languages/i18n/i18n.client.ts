/**
 * The browser's translator: looks messages up in the groups that the server's render used (page-words.ts,
 * translate.ts). i18next would add 15 kB to every page for loading, detecting and changing languages: a page never
 * changes its own.
 */
import type { i18n } from 'i18next'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/kernel/i18n/languages.ts'
import { groupOf, groupsPath } from './page-words.ts'
import { createTranslate, type Words } from './translate.ts'
import { WORDS_ELEMENT_ID } from './words.tsx'

type Groups = Record<string, Words>
type FetchGroup = (group: string) => Promise<Words>

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Reads the document's language and the URL inside it. Until the messages are there, the page works as it does without
 * JavaScript; after a lost connection they are requested until they come.
 */
export async function readBrowserI18n(document: Document): Promise<i18n> {
  const language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : FALLBACK_LANGUAGE
  const path = document.getElementById(WORDS_ELEMENT_ID)?.getAttribute('href') ?? ''
  const version = new URL(path, document.baseURI).searchParams.get('v') ?? ''
  const words = await fetchUntilThere(path)
  return createBrowserI18n(language, words, async (group) => {
    const found = await fetchGroups(groupsPath([group], { language, version }))
    return found[group] ?? {}
  })
}

/**
 * A page that the reader goes on to may need a group that the first one did not bring. Its sentences then throw the
 * promise of that group while it is fetched: React waits with the new page, as for its code and data, and tries again.
 * The server notes what each first page needs, so nothing is fetched for those.
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
    // A group that failed is requested again by whoever needs it next.
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
  // All that our components and react-i18next-in-pages.ts use of it.
  return { language, t } as unknown as i18n
}

async function fetchUntilThere(path: string): Promise<Groups> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await fetchGroups(path)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Without network it fails as every other part of a page does; the error page says so. */
async function fetchGroups(path: string): Promise<Groups> {
  const response = await fetch(path, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`Words answered ${response.status}`)
  return response.json()
}
