/**
 * The messages of the product, each language read once from locales/<language>/<namespace>.json. A missing key is
 * filled from English here, so that the browser needs only one bundle. Used by the web app and by the worker's emails.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import i18next, { type i18n, type Namespace, type ResourceKey, type TFunction, type TypeOptions } from 'i18next'
import { kept } from '#app/kernel/i18n/kept.ts'
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { I18N_OPTIONS, ISOLATING_FORMATTER } from './options.ts'
import { GROUPS_OF_EVERY_PAGE, groupOf } from './page-words.ts'
import { createTranslate, type Words } from './translate.ts'

type Namespaces = TypeOptions['resources']

const folder = localesFolder()
const english = readBundles(join(folder, FALLBACK_LANGUAGE))
/** Read on first use: all languages together take as long as the rest of a start. */
const bundlesOf = kept(readLanguage)

/** Changes with any common message of the language. */
export const wordsVersion = kept((language) =>
  createHash('sha256')
    .update(JSON.stringify(bundlesOf(language).common))
    .digest('base64url')
    .slice(0, 10),
)

const shared = i18next.createInstance()
await shared.use(ISOLATING_FORMATTER).init({
  ...I18N_OPTIONS,
  lng: FALLBACK_LANGUAGE,
  supportedLngs: Object.keys(LANGUAGES),
  ns: Object.keys(english),
  resources: { [FALLBACK_LANGUAGE]: english },
})
/** Registers the messages of a language with i18next. */
const teach = kept((language) => {
  for (const [namespace, words] of Object.entries(bundlesOf(language))) {
    shared.addResourceBundle(language, namespace, words)
  }
  return language
})

/** An instance for one request: it shares the messages, but has its own language. */
export function createRequestI18n(language: Language): i18n {
  return shared.cloneInstance({ lng: teach(language) })
}

export type PageI18n = {
  i18n: i18n
  /** The groups of messages that the page has used so far: complete when the page is. */
  groupsOfPage: () => string[]
}

/**
 * The messages of a page, looked up as in the browser (decision 054), with a fifth of i18next's work. Notes which
 * groups are used, so that no others travel with the page.
 */
export function createPageI18n(language: Language): PageI18n {
  const asked = new Set<string>(GROUPS_OF_EVERY_PAGE)
  const translate = pageTranslators(language)
  const t: typeof translate = (key, options) => {
    if (typeof key === 'string') asked.add(groupOf(key))
    else for (const wished of key) asked.add(groupOf(wished))
    return translate(key, options)
  }
  const common = wordsOf(language, 'common')
  return {
    // All that our components use of it.
    i18n: { language, t } as unknown as i18n,
    groupsOfPage: () => [...asked].filter((group) => Object.hasOwn(common, group)).sort(),
  }
}

const pageTranslators = kept((language) => createTranslate(language, bundlesOf(language).common as Words))

/** Groups of the common messages, by name. Null: an unknown name. */
export function wordsOfGroups(language: Language, groups: readonly string[]): Record<string, Words> | null {
  const common: Record<string, Words> = wordsOf(language, 'common')
  if (!groups.every((group) => Object.hasOwn(common, group))) return null
  return Object.fromEntries(groups.map((group) => [group, common[group] ?? '']))
}

/** Translates outside a page: emails, and the few sentences of loaders. */
export function translatorFor<N extends Namespace = 'common'>(language: Language, namespace?: N): TFunction<N> {
  return shared.getFixedT(teach(language), namespace) as TFunction<N>
}

/** The settlement statement's translator, as for pages (decision 054): a tenth of the work for the most sentences. */
export function statementTranslator(language: Language): TFunction<['statement', 'common']> {
  const [own, common] = [ownTranslators(language), pageTranslators(language)]
  const t: typeof own = (key, options) =>
    typeof key === 'string' && key.startsWith('common:') ? common(key, options) : own(key, options)
  return t as unknown as TFunction<['statement', 'common']>
}

const ownTranslators = kept((language) => createTranslate(language, bundlesOf(language).statement as Words))

/** All messages of a namespace, for a page that shows them as a whole (FAQ, instructions, legal texts). */
export function wordsOf<N extends keyof Namespaces>(language: Language, namespace: N): Namespaces[N] {
  return bundlesOf(language)[namespace] as Namespaces[N]
}

/** The bundles are plain files in the build, which lies deeper than the source: so this searches upwards. */
function localesFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'locales', FALLBACK_LANGUAGE, 'common.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No locales/${FALLBACK_LANGUAGE}/common.json above ${import.meta.dirname}`)
    folder = parent
  }
  return join(folder, 'locales')
}

function readLanguage(language: string): Record<string, ResourceKey> {
  if (language === FALLBACK_LANGUAGE) return english
  const own = existsSync(join(folder, language)) ? readBundles(join(folder, language)) : {}
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return Object.fromEntries(
    Object.entries(english).map(([namespace, words]) => [namespace, fillFrom(words, own[namespace], forms)]),
  )
}

function readBundles(folder: string): Record<string, ResourceKey> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )
}

/** The translation, or English where it is missing. Lists are taken whole or not at all. */
function fillFrom(english: ResourceKey, own: ResourceKey | undefined, forms: Intl.LDMLPluralRule[]): ResourceKey {
  if (!isGroup(english)) return own ?? english
  if (own !== undefined && !isGroup(own)) return own
  const filled: Record<string, ResourceKey> = { ...own }
  for (const [key, words] of Object.entries(english)) filled[key] = fillFrom(words, own?.[key], forms)
  return fillPlurals(filled, forms)
}

/** A language may have more plural forms than English ("few", "many"): missing ones take the text of "other". */
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
