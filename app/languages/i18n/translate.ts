/**
 * Looks messages up in one bundle, as i18next would. The browser uses it for the whole page, because i18next itself
 * would be 15 kB more; pages with messages of their own (a namespace that no other page carries) use it for those.
 * i18n.test.ts compares it with i18next, sentence by sentence.
 *
 * It supports what our sentences use: `{{values}}`, plurals by `count`, `context`, `defaultValue`, `replace`,
 * `returnObjects`. Formats and nesting inside a sentence are not used (the same test refuses them).
 */
import { isolate } from '#app/kernel/i18n/isolate.ts'
import { kept } from '#app/kernel/i18n/kept.ts'

export type Words = string | Words[] | { [key: string]: Words }
type Values = Record<string, unknown>
type Options = Values & {
  count?: number
  context?: string
  defaultValue?: string
  replace?: Values
  returnObjects?: boolean
}

export type Translate = (key: string | string[], options?: Options | string) => unknown

type Bundle = {
  language: string
  words: Words
  /** The sentences that were found, by their full names: never more than the bundle has. */
  found: Map<string, Words>
}

const NONE: Options = {}

const plurals = kept((language) => new Intl.PluralRules(language))

export function createTranslate(language: string, words: Words): Translate {
  const bundle: Bundle = { language, words, found: new Map() }
  return (key, options) => translate(bundle, key, options)
}

function translate(bundle: Bundle, key: string | string[], options: Options | string = NONE): unknown {
  const known = typeof key === 'string' && options === NONE ? lookUp(bundle, key) : undefined
  // Most sentences are requested by their full name, and hold no values.
  if (typeof known === 'string') return interpolate(known, NONE, bundle.language)
  const wishes = typeof options === 'string' ? { defaultValue: options } : options
  const keys = [key].flat()
  const found = keys
    .flatMap((wished) => candidates(wished, bundle.language, wishes))
    .map((name) => lookUp(bundle, name))
  const words = found.find((candidate) => candidate !== undefined) ?? wishes.defaultValue ?? keys.at(-1) ?? ''
  if (typeof words === 'string') return interpolate(words, { ...wishes, ...wishes.replace }, bundle.language)
  return wishes.returnObjects ? words : keys.at(-1)
}

/** The names that a sentence may have, the most specific first, in i18next's order. */
function candidates(key: string, language: string, { count, context }: Options): string[] {
  const name = key.replace(/^common:/, '')
  if (typeof count !== 'number') return context ? [`${name}_${context}`, name] : [name]
  const forms = [...(count === 0 ? ['_zero'] : []), `_${plurals(language).select(count)}`]
  const bases = context ? [`${name}_${context}`, name] : [name]
  return bases.flatMap((base) => [...forms.map((form) => base + form), base])
}

function lookUp({ words, found: known }: Bundle, name: string): Words | undefined {
  const sentence = known.get(name)
  if (sentence !== undefined) return sentence
  let found: Words | undefined = words
  for (const step of name.split('.')) {
    if (typeof found !== 'object' || Array.isArray(found) || !Object.hasOwn(found, step)) return undefined
    found = found[step]
  }
  if (found !== undefined) known.set(name, found)
  return found
}

function interpolate(sentence: string, values: Values, language: string): string {
  if (!sentence.includes('{{')) return sentence
  return sentence.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (hole, name: string) => {
    if (!(name in values)) return hole
    const value = values[name] ?? ''
    return typeof value === 'string' ? isolate(value, language) : String(value)
  })
}
