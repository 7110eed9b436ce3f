/**
 * The browser's translator: looks words up in the bundle that the server wrote into the page. i18next itself would be
 * 15 kB more on every page for loading, detecting and changing languages, none of which happens here: a page has one
 * language for as long as it lives. i18n.test.ts holds it to i18next's own answers, sentence by sentence.
 *
 * It knows what our sentences use: `{{values}}`, plurals by `count`, `context`, `defaultValue`, `replace`,
 * `returnObjects`. Formats and nesting inside a sentence are not used (the same test refuses them).
 */
import type { i18n } from 'i18next'
import { FALLBACK_LANGUAGE, isLanguage } from './languages.ts'
import { WORDS_ELEMENT_ID } from './words.tsx'

type Words = string | Words[] | { [key: string]: Words }
type Values = Record<string, unknown>
type Options = Values & {
  count?: number
  context?: string
  defaultValue?: string
  replace?: Values
  returnObjects?: boolean
}

/** From the document's language and the words inside it. */
export function readBrowserI18n(document: Document): i18n {
  const lng = isLanguage(document.documentElement.lang) ? document.documentElement.lang : FALLBACK_LANGUAGE
  const words: Words = JSON.parse(document.getElementById(WORDS_ELEMENT_ID)?.textContent ?? '{}')
  return createBrowserI18n(lng, words)
}

export function createBrowserI18n(language: string, words: Words): i18n {
  const t = (key: string | string[], options?: Options | string) => translate({ language, words }, key, options)
  // All that our parts and react-i18next-in-browser.ts ask of it.
  return { language, t, getResourceBundle: () => words } as unknown as i18n
}

function translate(
  bundle: { language: string; words: Words },
  key: string | string[],
  options: Options | string = {},
): unknown {
  const wishes = typeof options === 'string' ? { defaultValue: options } : options
  const keys = [key].flat()
  const found = keys
    .flatMap((wished) => candidates(wished, bundle.language, wishes))
    .map((name) => lookUp(bundle.words, name))
  const words = found.find((candidate) => candidate !== undefined) ?? wishes.defaultValue ?? keys.at(-1) ?? ''
  if (typeof words === 'string') return interpolate(words, { ...wishes, ...wishes.replace })
  return wishes.returnObjects ? words : keys.at(-1)
}

/** The names under which a sentence may stand, the most special first, in i18next's order. */
function candidates(key: string, language: string, { count, context }: Options): string[] {
  const name = key.replace(/^common:/, '')
  const plurals =
    typeof count === 'number'
      ? [...(count === 0 ? ['_zero'] : []), `_${new Intl.PluralRules(language).select(count)}`]
      : []
  const bases = context ? [`${name}_${context}`, name] : [name]
  return bases.flatMap((base) => [...plurals.map((plural) => base + plural), base])
}

function lookUp(words: Words, name: string): Words | undefined {
  let found: Words | undefined = words
  for (const step of name.split('.')) {
    if (typeof found !== 'object' || Array.isArray(found) || !Object.hasOwn(found, step)) return undefined
    found = found[step]
  }
  return found
}

function interpolate(sentence: string, values: Values): string {
  return sentence.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (hole, name: string) =>
    name in values ? String(values[name] ?? '') : hole,
  )
}
