/** The words of the product: files locales/<language>/<namespace>.json, flattened to one list of sentences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** "common:nav.home" → "Home"; items of lists by index: "faq:groups.0.title". */
export type Sentences = Map<string, string>

type Words = string | Words[] | { [key: string]: Words }

/** Returns the sentences of a language; null: it has no folder. Throws with the file's name for invalid JSON. */
export function readSentences(localesFolder: string, language: string): Sentences | null {
  const folder = join(localesFolder, language)
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    files.flatMap((name) => flatten(readJson(join(folder, name)) as Words, `${name.slice(0, -'.json'.length)}:`)),
  )
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

export function flatten(words: Words, path: string): [string, string][] {
  if (typeof words === 'string') return [[path, words]]
  const glue = path.endsWith(':') ? '' : '.'
  return Object.entries(words).flatMap(([name, word]) => flatten(word, `${path}${glue}${name}`))
}
