/**
 * Looks words up in one bundle, as i18next would. The browser uses it for the whole page, because i18next itself would be
 * 15 kB more; pages that bring words of their own (a namespace that no other page carries) use it for those.
 * i18n.test.ts holds it to i18next's own answers, sentence by sentence.
 *
 * It knows what our sentences use: `{{values}}`, plurals by `count`, `context`, `defaultValue`, `replace`,
 * `returnObjects`. Formats and nesting inside a sentence are not used (the same test refuses them).
 */
import { isolate } from '#app/i18n/kernel/isolate.ts'

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

export function createTranslate(language: string, words: Words): Translate {
  return (key, options) => translate({ language, words }, key, options)
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
  if (typeof words === 'string') return interpolate(words, { ...wishes, ...wishes.replace }, bundle.language)
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

function interpolate(sentence: string, values: Values, language: string): string {
  return sentence.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (hole, name: string) => {
    if (!(name in values)) return hole
    const value = values[name] ?? ''
    return typeof value === 'string' ? isolate(value, language) : String(value)
  })
}
