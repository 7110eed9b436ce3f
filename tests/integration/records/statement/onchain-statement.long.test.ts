/** The statement of an on-chain escrow: what was deposited, how it ended, and no account of ours. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import { writeStatement } from '#app/records/statement/i18n/statement-paper.ts'
import { findSharedStatement } from '#app/records/statement/queries/statement.server.ts'
import { approveTrade, decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, anAgreedTrade, type OnchainTrade } from '#tests/support/onchain/onchain-trades.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { followUntilOver, sign, lockOf } = watchSettlements(() => world)

/** As the holder of a read-only link sees it: what both sides know. */
async function statementOf({ id: escrowId }: OnchainTrade) {
  const { db, clock } = world.deps
  const networks = { stellarPassphrase: null, xrplNetworkId: 0 }
  const statement = await findSharedStatement(db, { escrowId, networks, now: clock.now() })
  if (!statement) throw new Error('there is no statement')
  const t = statementTranslator('en')
  const paper = writeStatement({ t, language: 'en', statement, origin: 'https://quayside.example' })
  return { statement, paper, said: JSON.stringify(paper) }
}

test.each(['XLM', 'XRP'] as const)(
  '%s that is locked is held by the ledger, between the two wallets',
  async (asset: Asset) => {
    const trade = await aDepositedTrade(world, { asset })
    const { statement, said } = await statementOf(trade)
    const lock = await lockOf(trade)
    expect(statement.totals).toMatchObject({ received: '50', paidOut: '0', held: '50', networkFees: '0' })
    expect(statement.payments).toMatchObject([{ hash: lock.hash, amount: '50', problem: null }])
    expect(statement.hold).toMatchObject({
      buyerWallet: walletOf(asset, 'buyer'),
      sellerWallet: { address: walletOf(asset), memo: null },
    })
    expect(statement.isFinal).toBe(false)
    expect(said).toContain('What the ledger holds')
    expect(said).toContain('Held by the ledger')
    expect(said).not.toMatch(/Held by Quayside|Pay to|Paid by Quayside/)
  },
)

test('before anything is locked nothing has arrived', async () => {
  const { statement, said } = await statementOf(await anAgreedTrade(world, { asset: 'XRP' }))
  expect(statement.totals).toMatchObject({ received: '0', held: '0' })
  expect(said).toContain('No payment yet.')
})

test('what was released and what was divided adds up, with the hash of the ledger', async () => {
  const released = await aDepositedTrade(world, { asset: 'XRP' })
  await approveTrade(world, released)
  await followUntilOver(released)
  const divided = await aDepositedTrade(world)
  await decideTrade(world, divided, 'split', '20')
  await sign(divided)
  await followUntilOver(divided)
  for (const [trade, paid] of [
    [released, [{ purpose: 'release', amount: '50' }]],
    [
      divided,
      [
        { purpose: 'release', amount: '20' },
        { purpose: 'refund', amount: '30' },
      ],
    ],
  ] as const) {
    const { statement } = await statementOf(trade)
    const { endHash: hash } = await lockOf(trade)
    expect(statement.payouts).toMatchObject(paid.map((each) => ({ ...each, state: 'confirmed', hash })))
    expect(statement.totals).toMatchObject({ received: '50', paidOut: '50', held: '0', madeUp: '0' })
    expect(statement.isFinal).toBe(true)
  }
})
