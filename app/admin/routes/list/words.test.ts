import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { WAITS_FOR } from '#app/kernel/domain/payout-state.ts'
import { createTranslate } from '#app/languages/i18n/translate.ts'
import { PAYMENT_PROBLEMS } from '#app/ledgers/payments/domain/arrival.ts'
import words from '../../../../locales/en/common.json' with { type: 'json' }
import desk from '../../../../locales/en/desk.json' with { type: 'json' }
import type { AdminT } from '../panel/words.tsx'
import { nameOfProblem } from './words.ts'

const t = createTranslate('en', desk) as unknown as AdminT
const common = createTranslate('en', words) as unknown as TFunction
const said = (list: 'payouts' | 'deposits', code: string) => nameOfProblem(list, code, { t, common, currency: 'USDC' })

test('what stops a payout stands in the list in the words of the overview', () => {
  expect(said('payouts', 'wallet_deposit_auth')).toMatch(/^Switch off deposit authorization/)
  expect(said('payouts', 'payout_failed')).toMatch(/^Sending failed/)
  expect(said('payouts', 'second_operator')).toBe('Above a limit: needs approval.')
})

test('every reason has words, and none of them is a code', () => {
  const all = [
    ...WAITS_FOR.map((code) => said('payouts', code)),
    ...PAYMENT_PROBLEMS.map((code) => said('deposits', code)),
  ]
  for (const words of all) expect(words).toMatch(/^[A-Z][^_]+$/)
  expect(said('deposits', 'of_tomorrow')).toBe('of_tomorrow')
})
