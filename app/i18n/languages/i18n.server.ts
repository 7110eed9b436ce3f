/**
 * The words of the product, read once from locales/<language>/<namespace>.json. A key that a language lacks is filled
 * from English here, so that the browser needs one bundle only. Used by the web app and by the worker's letters.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import i18next, {
  type i18n,
  type Namespace,
  type Resource,
  type ResourceKey,
  type TFunction,
  type TypeOptions,
} from 'i18next'
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#app/i18n/kernel/languages.ts'
import { I18N_OPTIONS, ISOLATING_FORMATTER } from './options.ts'
import { GROUPS_OF_EVERY_PAGE, groupOf } from './page-words.ts'
import type { Words } from './translate.ts'

type Namespaces = TypeOptions['resources']

const resources = readResources(localesFolder())

/** Changes with any word of any language. */
export const WORDS_VERSION = createHash('sha256').update(JSON.stringify(resources)).digest('base64url').slice(0, 10)

const shared = i18next.createInstance()
await shared.use(ISOLATING_FORMATTER).init({
  ...I18N_OPTIONS,
  lng: FALLBACK_LANGUAGE,
  supportedLngs: Object.keys(LANGUAGES),
  ns: Object.keys(resources[FALLBACK_LANGUAGE] ?? {}),
  resources,
})

/** An instance of its own for one request: the words are shared, the language is not. */
export function createRequestI18n(language: Language): i18n {
  return shared.cloneInstance({ lng: language })
}

export type PageI18n = {
  i18n: i18n
  /** The groups of words that the page has asked for so far: complete when the page is. */
  wordsOfPage: () => Words
}

/** The same for a page: it notes which groups of words are asked for, so that no others travel with the page. */
export function createPageI18n(language: Language): PageI18n {
  const i18n = createRequestI18n(language)
  const asked = new Set<string>(GROUPS_OF_EVERY_PAGE)
  // Its type speaks of every single key; here any will do.
  const getFixedT = i18n.getFixedT.bind(i18n) as unknown as (...of: unknown[]) => (...wish: unknown[]) => string
  const getNotingT: typeof getFixedT = (...of) => {
    const t = getFixedT(...of)
    const noting: typeof t = (key, ...options) => {
      for (const wished of [key].flat()) asked.add(groupOf(String(wished)))
      return t(key, ...options)
    }
    return Object.assign(noting, t)
  }
  i18n.getFixedT = getNotingT as unknown as typeof i18n.getFixedT
  const common = wordsOf(language, 'common')
  return {
    i18n,
    wordsOfPage: () => Object.fromEntries(Object.entries(common).filter(([group]) => asked.has(group))),
  }
}

/** One group of the words that pages share, or null when there is none of this name. */
export function wordsOfGroup(language: Language, group: string): Words | null {
  const common: Record<string, Words> = wordsOf(language, 'common')
  return Object.hasOwn(common, group) ? (common[group] ?? null) : null
}

/** Translates outside a page: letters, and the few sentences that a loader makes. */
export function translatorFor<N extends Namespace = 'common'>(language: Language, namespace?: N): TFunction<N> {
  return shared.getFixedT(language, namespace) as TFunction<N>
}

/** All words of a namespace, for a page that shows them as a whole (FAQ, instructions, legal texts). */
export function wordsOf<N extends keyof Namespaces>(language: Language, namespace: N): Namespaces[N] {
  return shared.getResourceBundle(language, namespace)
}

/** The bundles travel in the build as plain files; the build lies deeper than the source, so look upwards. */
function localesFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'locales', FALLBACK_LANGUAGE, 'common.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No locales/${FALLBACK_LANGUAGE}/common.json above ${import.meta.dirname}`)
    folder = parent
  }
  return join(folder, 'locales')
}

function readResources(root: string): Resource {
  const english = readBundles(join(root, FALLBACK_LANGUAGE))
  const all: Resource = { [FALLBACK_LANGUAGE]: english }
  for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
    if (language === FALLBACK_LANGUAGE) continue
    const own = existsSync(join(root, language)) ? readBundles(join(root, language)) : {}
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    all[language] = Object.fromEntries(
      Object.entries(english).map(([namespace, words]) => [namespace, fillFrom(words, own[namespace], forms)]),
    )
  }
  return all
}

function readBundles(folder: string): Record<string, ResourceKey> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )
}

/** The translation where there is one, English where there is none. Lists are taken whole or not at all. */
function fillFrom(english: ResourceKey, own: ResourceKey | undefined, forms: Intl.LDMLPluralRule[]): ResourceKey {
  if (!isGroup(english)) return own ?? english
  if (own !== undefined && !isGroup(own)) return own
  const filled: Record<string, ResourceKey> = { ...own }
  for (const [key, words] of Object.entries(english)) filled[key] = fillFrom(words, own?.[key], forms)
  return fillPlurals(filled, forms)
}

/** A language may count in more forms than English ("few", "many"): those that nobody wrote say what "other" says. */
function fillPlurals(words: Record<string, ResourceKey>, forms: Intl.LDMLPluralRule[]): Record<string, ResourceKey> {
  for (const key of Object.keys(words)) {
    const other = words[key]
    if (!key.endsWith('_other') || other === undefined) continue
    for (const form of forms) words[key.replace(/_other$/, `_${form}`)] ??= other
  }
  return words
}

function isGroup(words: ResourceKey): words is Record<string, ResourceKey> {
  return typeof words === 'object' && !Array.isArray(words)
}
