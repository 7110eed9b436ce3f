/** Names with one change, as by a typo or by somebody who hides. The same name always gets the same change. */
import { createHash } from 'node:crypto'

export const CHANGES = ['drop', 'double', 'swap', 'add', 'plural', 'form', 'words swapped'] as const
export type Change = (typeof CHANGES)[number]

/** Numbers from 0 to below 1 that depend on the seed alone. */
export function chanceOf(seed: string): () => number {
  let at = 0
  return () => {
    at += 1
    return createHash('sha256').update(`${seed} ${at}`).digest().readUInt32BE() / 2 ** 32
  }
}

export function pick<T>(from: readonly T[], chance: () => number): T {
  const picked = from[Math.floor(chance() * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

/** Half of the names are for tuning, half for reporting; the name alone decides. */
export function isReported(name: string): boolean {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 1
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const FORMS = ['Ltd', 'LLC', 'GmbH', 'SA', 'OOO', 'Co., Ltd.', 'JSC', 'FZE', 'Limited', 'Inc.', 'Sp. z o.o.', 'S.r.l.']
const WRITTEN_FORM =
  /[\s,]+(?:co\.?,? ?ltd\.?|ltd\.?|limited|l\.?l\.?c\.?|ooo|gmbh|s\.?a\.?|inc\.?|jsc|pjsc|ojsc|ao|oao|zao|corp\.?|co\.?|company|corporation|fze|plc|ag|llp|bv|sarl|pvt\.? ltd\.?)$/i

/** Null: there is nothing of this kind to change. Letters change anywhere, also in forms and short words. */
export function changed(name: string, change: Change): string | null {
  const chance = chanceOf(`${change} ${name}`)
  if (change === 'form') {
    const bare = name.replace(WRITTEN_FORM, '')
    const forms = FORMS.filter((form) => !name.toLowerCase().includes(form.toLowerCase()))
    return `${bare} ${pick(forms, chance)}`
  }
  const words = name.split(/\s+/)
  if (change === 'words swapped') {
    if (words.length < 2) return null
    const at = Math.floor(chance() * (words.length - 1))
    return words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '').join(' ')
  }
  if (change === 'plural') {
    const long = words.flatMap((word, at) => (/^\p{L}{4,}$/u.test(word) ? at : []))
    if (long.length === 0) return null
    const at = pick(long, chance)
    const word = words[at] ?? ''
    return words.with(at, /s$/i.test(word) ? word.slice(0, -1) : `${word}s`).join(' ')
  }
  return changedLetter(name, change, chance)
}

function changedLetter(name: string, change: 'drop' | 'double' | 'swap' | 'add', chance: () => number): string | null {
  const places = [...name].flatMap((letter, at) => {
    if (!/\p{L}/u.test(letter)) return []
    const next = name[at + 1] ?? ''
    return change !== 'swap' || (/\p{L}/u.test(next) && next.toLowerCase() !== letter.toLowerCase()) ? at : []
  })
  if (places.length === 0) return null
  const at = pick(places, chance)
  const [before, letter, after] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)]
  if (change === 'drop') return before + after
  if (change === 'double') return before + letter + letter + after
  if (change === 'swap') return before + (after[0] ?? '') + letter + after.slice(1)
  return before + letter + pick([...LETTERS], chance) + after
}
