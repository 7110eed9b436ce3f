/** Rules for every sentence in any language: spaces, quotes, dots, digits. */
import type { Sentences } from './locales.ts'
import { SPEC_SENTENCES } from './spec-sentences.ts'

const RULES: { wrong: RegExp; why: string }[] = [
  { wrong: /^\s|\s$/, why: 'begins or ends with a space' },
  { wrong: / {2}|\s\n|\n\s/, why: 'has a doubled space' },
  { wrong: /"/, why: 'has a straight quote: use the quotes of the language (“…”, „…“, «…», 「…」)' },
  { wrong: /'/, why: 'has a straight apostrophe: use ’' },
  { wrong: /\.\.\./, why: 'has three dots: use …' },
  // Amounts and dates are compared with those of wallets and ledgers (app/kernel/i18n/format.ts).
  { wrong: /[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59\uff10-\uff19]/, why: 'has other digits than 0 to 9' },
  // The pages isolate text of another direction; an invisible character in a sentence would be copied with it.
  { wrong: /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\u200b\ufeff]/, why: 'has an invisible sign in it' },
  { wrong: /^$/, why: 'is empty' },
]

export function checkStyle(sentences: Sentences): string[] {
  return [...sentences].flatMap(([key, text]) => {
    // The spec's own English sentences stay as they are; translations of them may keep three dots.
    const isOfSpec = Object.hasOwn(SPEC_SENTENCES, key)
    return RULES.filter(({ wrong }) => !isOfSpec && wrong.test(text)).map(({ why }) => `${key} ${why}: “${text}”`)
  })
}
