/**
 * Some sentences depend on a setting. In the messages that a page shows as a whole (FAQ, instructions, legal texts, the
 * freight page) such a sentence is `{ "once": …, "each": … }`: one text for each value of the setting.
 */

export type WordSettings = {
  /** What the service fee covers (SERVICE_FEE). */
  serviceFee: 'once' | 'each'
  /** Which captcha the seller's page has (TURNSTILE_SITE_KEY). */
  captcha: 'own' | 'turnstile'
  /** Which wallet's balance is checked before an escrow in XLM opens (XLM_BALANCE_CHECK). */
  xlmBalanceCheck: 'receiving' | 'paying'
}

const VALUES: { [Name in keyof WordSettings]: readonly WordSettings[Name][] } = {
  serviceFee: ['once', 'each'],
  captcha: ['own', 'turnstile'],
  xlmBalanceCheck: ['receiving', 'paying'],
}

type Choice =
  | { once: string; each: string }
  | { own: string; turnstile: string }
  | { receiving: string; paying: string }

/** The messages with one sentence in the place of each choice. */
export type SettledWords<Words> = Words extends string
  ? string
  : Words extends readonly (infer Item)[]
    ? SettledWords<Item>[]
    : Words extends Choice
      ? string
      : { [Key in keyof Words]: SettledWords<Words[Key]> }

export function settleWords<Words>(words: Words, settings: WordSettings): SettledWords<Words> {
  return settle(words, settings) as SettledWords<Words>
}

function settle(words: unknown, settings: WordSettings): unknown {
  if (typeof words !== 'object' || words === null) return words
  if (Array.isArray(words)) return words.map((word) => settle(word, settings))
  const setting = Object.entries(VALUES).find(([, values]) => values.every((value) => Object.hasOwn(words, value)))?.[0]
  if (setting) return Reflect.get(words, Reflect.get(settings, setting))
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, settle(word, settings)]))
}
