import { describe, expect, it } from 'vitest'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { moneyOf } from '#app/trade/lookup/domain/lines-of.ts'
import { custodyShown } from '#tests/support/onchain/shown-onchain.ts'
import { escrowLinesOf } from './escrow-lines.tsx'

const at = '2026-11-18T16:40:00.000Z'
/** The part of an escrow that its lines are drawn from: approved, and the money is due. */
const APPROVED = {
  custody: custodyShown('XLM', { custodian: 'platform' }),
  agreement: null,
  lines: { funded: 'done', confirmed: 'done', approved: 'done', release: 'open' },
  times: { verifiedAt: at, confirmedAt: at, decidedAt: at, releasedAt: null, changedAt: at, correctedAt: null },
  payouts: [],
} as const satisfies Partial<EscrowView>

describe('the last line of an escrow', () => {
  it.each([
    ['release_blocked', 'held'],
    ['refund_blocked', 'held'],
    ['releasing', 'out'],
  ] as const)('of one that is %s is %s, and never “rejected”', (stage, state) => {
    const t = translatorFor('en')
    const money = moneyOf({ ...APPROVED, payouts: [], stage })
    const last = escrowLinesOf({ escrow: { times: APPROVED.times, parts: { facts: [], money } }, t }).at(-1)
    expect(last?.state).toBe(state)
    expect(t(`ui.lines.${state}`)).not.toBe(t('ui.lines.bad'))
  })
})
