/** Public pages say of dates what deadlines do: the rule's own hours, and no sentence denies that dates move money. */
import { describe, expect, test } from 'vitest'
import { VIEW_LINK_LIFE_MS } from '#app/escrow/domain/view-link.ts'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { settleWords, type WordSettings } from '#app/languages/i18n/settled-words.ts'
import { GRACE_MS, LAST_NOTICE_MS, LEAST_WORKING_DAYS } from '#app/trade/terms/domain/deadline.ts'
import { MOST_WITHDRAWN } from '#app/trade/terms/domain/pause-table.ts'

const languages = Object.keys(LANGUAGES) as Language[]
const settings = (serviceFee: WordSettings['serviceFee']): WordSettings => ({
  serviceFee,
  captcha: 'own',
  xlmBalanceCheck: 'receiving',
})
const hours = (ms: number) => String(ms / 3_600_000)
const [GRACE, LAST_NOTICE, LEAST_DAYS] = [hours(GRACE_MS), hours(LAST_NOTICE_MS), String(LEAST_WORKING_DAYS)]

/** The messages that say what follows when a date passes, as a page shows them. */
function toldOfDates(language: Language, serviceFee: WordSettings['serviceFee']) {
  const { groups } = settleWords(wordsOf(language, 'faq'), settings(serviceFee))
  const { buyer, seller } = settleWords(wordsOf(language, 'instructions'), settings(serviceFee))
  const { dates } = wordsOf(language, 'common')
  const answer = (group: number, item: number) => groups[group]?.items[item]?.answer ?? ''
  return {
    paid: answer(3, 1),
    rejected: answer(3, 2),
    refund: answer(4, 0),
    silent: answer(4, 1),
    decide: buyer[7]?.text ?? '',
    present: seller[4]?.text ?? '',
    presentBy: dates.presentByHint,
  }
}

describe.each(languages)('in %s', (language) => {
  test.each([
    ['paid', [LAST_NOTICE]],
    ['rejected', [GRACE, LEAST_DAYS]],
    ['refund', [GRACE]],
    ['silent', [GRACE, LAST_NOTICE]],
    ['decide', [LAST_NOTICE]],
    ['present', [GRACE]],
    ['presentBy', [GRACE]],
  ] as const)('“%s” names the hours and days of the rule', (place, figures) => {
    for (const serviceFee of ['once', 'each'] as const) {
      const text = toldOfDates(language, serviceFee)[place]
      for (const figure of figures) expect(text).toMatch(new RegExp(`(?<!\\d)${figure}(?!\\d)`))
    }
  })
})

/** Public pages, and the hints of forms: the escrow's own page and emails have tests of their own. */
function sentencesOfPages(): string[] {
  const { home, submit, dates, seller, invitation, customer, meta, held } = wordsOf('en', 'common')
  const ofLedgers = [held.home, held.choice]
  const whole = (['faq', 'instructions', 'freight'] as const).map((name) => wordsOf('en', name))
  const welcome = wordsOf('en', 'mail').welcome
  const said: unknown = [whole, home, submit, dates, seller, invitation, customer, meta, ofLedgers, welcome]
  return textsIn(said).flatMap((text) => text.split(/(?<=[.!?]) /))
}

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : []
}

test('what is true only without dates says so', () => {
  const onlyWithout = /no time limit|without a time limit|nothing moves|moves by itself|any number of times/i
  const found = sentencesOfPages().filter((sentence) => onlyWithout.test(sentence))
  expect(found.length).toBeGreaterThan(3)
  expect(found.filter((sentence) => !/without dates/i.test(sentence))).toEqual([])
})

test.each([
  ['no date moves money', /no deadlines|no dates? (?:that )?decide/i],
  ['the money stays until the buyer has acted', /until (?:the buyer has|the buyer|you|you have) approved?/i],
  [
    'the seller is paid after an approval alone',
    /only when three things|before you (?:have )?approved? the documents/i,
  ],
  ['it can be rejected without end', /can happen more than once/i],
  ['nobody else reads the documents', /operator; nobody else|only the (?:buyer|two parties)[^.]*open/i],
  ['an invitation goes in any case', /we have sent it already/i],
])('no page says that %s', (_, claim) => {
  expect(sentencesOfPages().filter((sentence) => claim.test(sentence))).toEqual([])
})

test('how long a link shows a trade, and how often a dispute is withdrawn, is the rule’s', () => {
  expect(VIEW_LINK_LIFE_MS / 86_400_000).toBe(7)
  expect(MOST_WITHDRAWN).toBe(2)
  const answers = sentencesOfPages().join(' ')
  expect(answers).toContain('reads the trade for seven days')
  expect(answers).toContain('at most twice in an escrow')
})
