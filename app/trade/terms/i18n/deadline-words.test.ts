import { createInstance, type TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import { CUSTODIANS } from '#app/settlement/custody/domain/custodian.ts'
import type { Situation } from '#app/trade/terms/domain/consequence.ts'
import { DEADLINES } from '#app/trade/terms/domain/standing.ts'
import { ahead } from '#tests/support/agreement/ahead.ts'
import common from '../../../../locales/en/common.json' with { type: 'json' }
import { deadlineThen, deadlineTitle, deadlineValues } from './deadline-words.ts'

const words = createInstance()
await words.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })
const t = words.getFixedT('en', 'common') as TFunction

function said(...of: Parameters<typeof ahead>): string {
  const one = ahead(...of)
  const values = deadlineValues(one, { asset: 'USDC', language: 'en' })
  const text = [t(deadlineTitle(one), values), ...deadlineThen(one).map((key) => t(key, values))].join(' ')
  return text.replace(/[\u2066-\u2069]/gu, '').replace(/\s/gu, ' ')
}

const LEDGER = { custody: 'xrpl', ledgerDate: new Date('2027-01-31T23:59:00Z') } as const

describe('what a clock says', () => {
  test.each<[Parameters<typeof ahead>, string]>([
    [
      ['examine'],
      'Examination due by 4 Dec 2026, 23:59 UTC. Without a decision, the documents count as accepted on 5 Dec 2026, 23:59 UTC: 500.00 USDC goes to the seller.',
    ],
    [
      ['last_notice', { walletMustBeChecked: true }],
      'Last notice: examination due by 4 Dec 2026, 23:59 UTC. Without a decision, a dispute opens on 4 Dec 2026, 23:59 UTC: Quayside decides who gets 500.00 USDC. Silence is no acceptance: the buyer has not checked the payout wallet.',
    ],
    [
      ['grace', { wasPresented: true, roundsLeft: 0, hasRefundWallet: false }],
      'The buyer can approve or allow another round until 4 Dec 2026, 23:59 UTC. Otherwise 500.00 USDC goes back to the buyer. It is sent once the buyer states a wallet.',
    ],
    [
      ['present', LEDGER],
      'Documents due by 4 Dec 2026, 23:59 UTC. Otherwise the ledger returns 500.00 USDC to the buyer on 31 Jan 2027, 23:59 UTC.',
    ],
  ])('%o', (of, sentence) => expect(said(...of)).toBe(sentence))

  test('has words for every consequence, and calls nothing that was presented not presented', () => {
    const flags = [true, false]
    for (const kind of DEADLINES)
      for (const custody of CUSTODIANS)
        for (const flag of flags)
          for (const hours of [1, 900])
            for (const isUnable of kind === 'fund' ? [false] : flags) {
              const ledgerDate = custody === 'platform' ? null : new Date(Date.UTC(2026, 11, 4, 23, 59) + hours * 3.6e6)
              for (const changes of [
                { wasPresented: flag, roundsLeft: 0 },
                { wasPresented: flag, roundsLeft: 1, hasRefundWallet: flag },
                { onSilence: flag ? 'accepted' : 'quayside', isComplete: false },
                { buyerHasConfirmedEmail: flag, isNoticeUnheard: !flag },
              ] satisfies Partial<Situation>[]) {
                const sentence = said(kind, { custody, ledgerDate, ...changes }, isUnable)
                expect(sentence).not.toMatch(/\{\{|clock\.|held\.|Invalid/)
                if (changes.wasPresented) expect(sentence).not.toMatch(/nothing was presented/i)
              }
            }
  })
})
