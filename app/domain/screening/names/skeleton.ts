/** The consonants of a word, those that languages write in different ways made one: Qaddafi and Gadhafi, Хусейн and حسین. */
const SAME_SOUND: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/(?:tsch|tch|ch|cz)/g, 'c'],
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

/** What a word begins with is heard: a vowel, or one of the sounds that are dropped within it. */
const AT_THE_START: readonly [RegExp, string][] = [
  [/^h/, 'k'],
  [/^[wv]/, '1'],
  [/^[aeiouy]+/, '2'],
]

/** '' when fewer than two sounds are left: that says nothing. */
export function skeletonOf(word: string): string {
  if (/\d/.test(word)) return ''
  const sounds = [...SAME_SOUND, ...AT_THE_START].reduce((text, [written, sound]) => text.replace(written, sound), word)
  const consonants = sounds.replaceAll(/[aeiouyhwv]/g, '').replaceAll(/(.)\1+/g, '$1')
  return consonants.length < 2 ? '' : consonants.replace('1', 'v').replace('2', 'a')
}
