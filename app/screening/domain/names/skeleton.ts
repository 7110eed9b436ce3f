/** A word's consonants, unifying what languages write differently: Qaddafi and Gadhafi, Хусейн and حسین. */
const SAME_SOUND: readonly [RegExp, string][] = [
  // Nur al-Din, Nureddin.
  [/(?<=[a-z]{2})[aeiou]+l-?d(?=[iey]+n)/g, 'd'],
  [/ph/g, 'f'],
  [/(?:tsch|tch|ch|cz)/g, 'k'],
  [/(?:sch|shch|sh|sz)/g, 's'],
  [/x/g, 'ks'],
  [/(?:kh|gh|q|g)/g, 'k'],
  [/ck/g, 'k'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/zh/g, 'j'],
  [/dj/g, 'j'],
  [/z/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/p/g, 'b'],
]

/** Kept at the start of a word: a vowel, or a sound that is dropped within it. */
const AT_THE_START: readonly [RegExp, string][] = [
  [/^h/, 'k'],
  [/^[wv]/, '1'],
  [/^[aeiouy]+/, '2'],
]

/** '' when fewer than two sounds are left: that means nothing. */
export function skeletonOf(word: string): string {
  if (/\d/.test(word)) return ''
  const sounds = [...SAME_SOUND, ...AT_THE_START].reduce((text, [written, sound]) => text.replace(written, sound), word)
  const consonants = heard(sounds, /[aeiouyhwv]/g)
  if (consonants.length >= 2) return consonants
  // Only d would be left of David.
  const withV = heard(sounds, /[aeiouyh]/g)
  if (withV.length >= 2) return withV
  // Nothing would be left of Yahya.
  const withBreath = heard(word.replaceAll('i', 'y'), /[aeou]/g)
  return withBreath.length >= 2 ? withBreath : ''
}

function heard(sounds: string, unheard: RegExp): string {
  return sounds
    .replaceAll(unheard, '')
    .replaceAll('w', 'v')
    .replaceAll(/(.)\1+/g, '$1')
    .replace('1', 'v')
    .replace('2', 'a')
}

/** Coarser, only for finding: unifies what languages confuse, p and f, j and ch, t and d. */
export function coarseOf(skeleton: string): string {
  return skeleton.replaceAll('f', 'b').replaceAll('j', 'k').replaceAll('d', 't')
}
