/** What the operator reads before deciding about an on-chain deposit: only what that ledger can do. */
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { PayoutsSheet, WalletsSheet } from '#app/admin/routes/panel/money-sheets.tsx'
import { AdminWords } from '#app/admin/routes/panel/words.tsx'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { CUSTODIAL, onchainPayouts, shownOnchain } from '#tests/support/onchain/shown-onchain.ts'
import desk from '../../../../locales/en/desk.json' with { type: 'json' }
import { DisputeDecisionForm } from './decision-form.tsx'

const onAdmin = (part: ReactNode) => wordsOf(<AdminWords words={desk}>{part}</AdminWords>)
const disputed = (asset: Asset) => shownOnchain({ asset, stage: 'disputed', reader: 'buyer' })
const form = (asset: Asset) =>
  onAdmin(<DisputeDecisionForm view={disputed(asset)} problem={null} typed={undefined} isBusy={false} />)

test('XRP is not divided, and goes back after its date', () => {
  expect(form('XRP')).toMatch(/The XRP Ledger returns the money only after 31 Jan 2027, 23:59 UTC\./)
  expect(form('XRP')).toContain('It cannot be divided')
  expect(form('XRP')).not.toContain('You set the seller’s share')
})

test('on Stellar every decision can be carried out, to the wallets that were agreed', () => {
  expect(form('USDC')).toMatch(/goes to the buyer\./)
  expect(form('USDC')).toContain('You set the seller’s share')
  expect(form('USDC')).not.toContain('Impossible')
  expect(form('USDC')).not.toMatch(CUSTODIAL)
})

test('the buyer’s wallet is the one that locked it, and a way out has no acts of a payout', () => {
  const view = disputed('XLM')
  expect(onAdmin(<WalletsSheet view={view} />)).not.toMatch(CUSTODIAL)
  const payouts = onchainPayouts({ releasing: 'queued', refunding: null }, { asset: 'XLM', reader: 'buyer' })
  expect(onAdmin(<PayoutsSheet view={{ ...view, payouts }} />)).not.toMatch(/hold/i)
})
