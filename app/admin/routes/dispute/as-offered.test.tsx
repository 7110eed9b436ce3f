/** The operator's form, filled in from an offer of a side: as if typed, and never with reasons. */
import { describe, expect, it, test } from 'vitest'
import { AdminWords } from '#app/admin/routes/panel/words.tsx'
import type { DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'
import { htmlOf } from '#tests/support/onchain/draw-page.tsx'
import { shownOnchain } from '#tests/support/onchain/shown-onchain.ts'
import desk from '../../../../locales/en/desk.json' with { type: 'json' }
import { DisputeDecisionForm, decisionOf } from './decision-form.tsx'

const offer = (seller: string, buyer: string): DivisionView => ({
  ...{ id: 'offer', kind: 'offer', side: 'buyer', seller, buyer, words: '', proposedAt: '2026-12-01T08:00:00.000Z' },
  ...{ answer: null, mayAnswer: false, mayWithdraw: false },
})

test.each([
  ['500', '0', 'release'],
  ['0', '500', 'refund'],
  ['300.5', '199.5', 'split'],
] as const)('%s to the seller and %s to the buyer is a %s', (seller, buyer, decision) => {
  expect(decisionOf(offer(seller, buyer))).toBe(decision)
})

describe('the form', () => {
  const view = shownOnchain({ asset: 'USDC', stage: 'disputed', reader: 'buyer' })
  const form = (offered: DivisionView | null, note?: string) =>
    htmlOf(
      <AdminWords words={desk}>
        <DisputeDecisionForm
          view={view}
          problem={null}
          typed={note === undefined ? undefined : { decision: 'refund', sellerAmount: '', sellerAmountRead: '', note }}
          offered={offered}
          isBusy={false}
        />
      </AdminWords>,
    )

  it('is filled in with the decision and the share, and asks for the reasons', () => {
    const page = form(offer('300.5', '199.5'))
    expect(page).toMatch(/value="split"[^>]*checked|checked[^>]*value="split"/)
    expect(page).toContain('value="300.5"')
    expect(page).toContain('Filled in. Add your reasons.')
  })

  it('keeps what was typed instead', () => {
    const page = form(offer('300.5', '199.5'), 'Heard.')
    expect(page).toMatch(/value="refund"[^>]*checked|checked[^>]*value="refund"/)
    expect(page).not.toContain('Filled in. Add')
  })

  it('is empty without an offer', () => {
    expect(form(null)).not.toContain('checked')
  })
})
