/** Finds texts by shared trigrams, as pg_trgm counts: tens of thousands in under a millisecond, a few bytes each. */
export type Near = { at: number; similarity: number }
export type TrigramIndex = {
  /** The most similar first; `at` is the index in the texts that it was made of. */
  find(text: string, wanted: { atLeast: number; most: number }): Near[]
}

/** Letters, digits and the space before and after a word. */
const SIGNS = ' abcdefghijklmnopqrstuvwxyz0123456789'
const CODES = SIGNS.length ** 3
const codeOf = new Map([...SIGNS].map((sign, code) => [sign, code]))

/** For words in Latin letters and digits separated by one space; other characters count as spaces. */
function trigramsOf(text: string): Set<number> {
  const found = new Set<number>()
  for (const word of text.split(' ')) {
    if (word === '') continue
    const codes = [...`  ${word} `].map((sign) => codeOf.get(sign) ?? 0)
    for (let at = 2; at < codes.length; at += 1) {
      const [first = 0, second = 0, third = 0] = [codes[at - 2], codes[at - 1], codes[at]]
      found.add((first * SIGNS.length + second) * SIGNS.length + third)
    }
  }
  return found
}

/** Stores for each trigram the indexes of the texts that have it, all in one array. */
export function makeTrigramIndex(texts: readonly string[]): TrigramIndex {
  const counts = new Uint16Array(texts.length)
  const begins = new Uint32Array(CODES + 1)
  const groups = texts.map((text) => Uint32Array.from(trigramsOf(text)))
  groups.forEach((codes, at) => {
    counts[at] = codes.length
    for (const code of codes) begins[code + 1] = (begins[code + 1] ?? 0) + 1
  })
  for (let code = 0; code < CODES; code += 1) begins[code + 1] = (begins[code + 1] ?? 0) + (begins[code] ?? 0)
  const places = new Uint32Array(begins[CODES] ?? 0)
  const next = begins.slice()
  groups.forEach((codes, at) => {
    for (const code of codes) {
      places[next[code] ?? 0] = at
      next[code] = (next[code] ?? 0) + 1
    }
  })
  const shared = new Uint16Array(texts.length)

  return {
    find(text, { atLeast, most }) {
      const wanted = trigramsOf(text)
      const touched: number[] = []
      for (const code of wanted) {
        const end = begins[code + 1] ?? 0
        for (let index = begins[code] ?? 0; index < end; index += 1) {
          const at = places[index] ?? 0
          if (shared[at] === 0) touched.push(at)
          shared[at] = (shared[at] ?? 0) + 1
        }
      }
      const near: Near[] = []
      for (const at of touched) {
        const both = shared[at] ?? 0
        shared[at] = 0
        const similarity = both / (wanted.size + (counts[at] ?? 0) - both)
        if (similarity >= atLeast) near.push({ at, similarity })
      }
      return near.toSorted((one, other) => other.similarity - one.similarity || one.at - other.at).slice(0, most)
    },
  }
}
