/** How hard a password is to guess, as zxcvbn estimates it. The only file that uses the library. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** In UTF-16 units of the password. Time grows with the square: 256 would block every page for half a second. */
const LONGEST_LOOK = 64
/** Readings of "p@ssw0rd" as a word. The default, 100, takes four times as long and finds no more known ones. */
const MOST_READINGS = 20

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * About how many tries somebody needs who knows those words and the 49,000 passwords that leaked most often.
 * Dictionaries of languages are left out: they take three times the memory.
 */
export async function guessesFor(password: string, known: readonly string[]): Promise<number> {
  // Loaded with the first new password: it takes an eighth of a second and 8 MB, and most processes never need it.
  estimator ??= openEstimator()
  return (await estimator).check(password, [...known]).guesses
}

async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: LONGEST_LOOK,
    l33tMaxSubstitutions: MOST_READINGS,
  })
}
