/** No dust, closed trustline or deleted wallet keeps a Stellar deposit from whom the record names (decision 118). */
import { Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRefused } from '#app/trade/onchain/db/settlements.server.ts'
import { findClosing, findShares, takeDueClosings } from '#app/trade/onchain/db/signing/closings.server.ts'
import { markSettlementFailed } from '#app/trade/onchain/workflows/mark-settlement-failed.server.ts'
import { closeLedgerAccount } from '#app/trade/onchain/workflows/settled/close-account.server.ts'
import { findClosingToSign, takeClosing } from '#app/trade/onchain/workflows/settled/sign-closing.server.ts'
import { offerShare, sendTake } from '#app/trade/onchain/workflows/settled/take-share.server.ts'
import { settlementToSign } from '#app/trade/onchain/workflows/sign-settlement.server.ts'
import { writeSettlement } from '#app/trade/onchain/workflows/write-settlement.server.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { accountOf, watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import {
  aDepositedTrade,
  agreementOf,
  inSeconds,
  type OnchainTrade,
  signedBy,
} from '#tests/support/onchain/onchain-trades.ts'
import { actOnStellar, dustOf, spendNumber, usdcOf } from '#tests/support/onchain/stellar-acts.ts'
import { granted } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { follow, stageOf, exitsOf, eventsOf, followUntilOver, sign } = watchSettlements(() => world)

const by = (trade: OnchainTrade, side: 'buyer' | 'seller') => ({
  escrowId: trade.id,
  userId: side === 'buyer' ? trade.buyerId : trade.sellerId,
})

const lettersOf = async ({ id }: OnchainTrade, letter: string) => {
  const letters = await world.deps.db.outboxLetter.findMany({ where: { escrowId: id }, select: { content: true } })
  return letters.filter(({ content }) => (content as { letter?: string }).letter === letter).length
}

test('dust on the account stops no release', async () => {
  const trade = await aDepositedTrade(world, { asset: 'USDC' })
  await decideTrade(world, trade, 'release')
  const { account } = await accountOf(world, trade)
  await actOnStellar(world, 'buyer', [dustOf(world, account)])
  await sign(trade, 'seller')
  await followUntilOver(trade)
  expect(await stageOf(trade)).toBe('released')
  expect(await exitsOf(trade)).toMatchObject([{ state: 'confirmed' }])
})

test('shares are set aside, each for its wallet, which takes it; and the account is closed after the date', async () => {
  const trade = await aDepositedTrade(world, { asset: 'USDC', deadline: inSeconds(world, 3_600) })
  await decideTrade(world, trade, 'split', '49')
  // The payee of the small share closes their own trustline.
  const shut = Operation.changeTrust({ asset: usdcOf(world), limit: await usdcBalance('buyer') })
  await actOnStellar(world, 'buyer', [shut])
  await sign(trade, 'seller')
  const closing = await findClosingToSign(world.deps, trade.id)
  expect(closing).toBeNull()
  await followUntilOver(trade)
  const shares = await findShares(world.deps.db, trade.id)
  expect(shares.map(({ side, amount, takenBy }) => [side, amount.toFixed(), takenBy])).toEqual([
    ['buyer', '1', null],
    ['seller', '49', null],
  ])
  expect(await stageOf(trade)).toBe('split')
  expect([await lettersOf(trade, 'hold_take'), await lettersOf(trade, 'hold_ended')]).toEqual([2, 0])

  const offer = granted(await offerShare(world.deps, by(trade, 'seller')))
  if (offer === null) throw new Error('nothing waits for the seller')
  const xdr = signedBy(world, 'seller', offer)
  expect(await sendTake(world.deps, { ...by(trade, 'buyer'), xdr })).toMatchObject({ refused: 'signature_elsewhere' })
  granted(await sendTake(world.deps, { ...by(trade, 'seller'), xdr }))
  await expect
    .poll(async () => {
      await follow(trade)
      return (await findShares(world.deps.db, trade.id)).map(({ takenBy }) => takenBy !== null)
    })
    .toEqual([false, true])
  expect(await eventsOf(trade, ['share_taken'])).toEqual(['share_taken'])
  expect(await offerShare(world.deps, by(trade, 'seller'))).toBeNull()
  expect(await sendTake(world.deps, { ...by(trade, 'seller'), xdr })).toEqual({ refused: 'exit_not_open' })
  await actOnStellar(world, 'buyer', [Operation.changeTrust({ asset: usdcOf(world) })])
})

test('the closing is signed by a side, waits for the date, and for whatever else lies there', async () => {
  const trade = await aDepositedTrade(world, { asset: 'USDC' })
  await decideTrade(world, trade, 'release')
  await sign(trade, 'buyer')
  await followUntilOver(trade)
  const { account } = await agreementOf(world, trade.id)
  const closing = await findClosingToSign(world.deps, trade.id)
  if (closing === null) throw new Error('no closing is offered')
  const ofStranger = signedBy(world, 'fee', closing)
  expect(await takeClosing(world.deps, { escrowId: trade.id, xdr: ofStranger })).toMatchObject({
    refused: 'signature_unreadable',
  })
  granted(await takeClosing(world.deps, { escrowId: trade.id, xdr: signedBy(world, 'buyer', closing) }))
  expect(await findClosingToSign(world.deps, trade.id)).toBeNull()
  // Not before the date, whoever asks: the ledger refuses it, and the sweep does not try.
  const { terms } = await agreementOf(world, trade.id)
  const due = (now: Date) => takeDueClosings(world.deps.db, { now, again: now, take: 100 })
  expect(await due(new Date((terms.deadline + 599) * 1000))).not.toContain(trade.id)
  await closeLedgerAccount(world.deps, { escrowId: trade.id })
  expect(await world.deps.held.stellar.readForClosing(account ?? '')).toMatchObject({ isEmpty: true })
  const [exit] = await exitsOf(trade)
  expect((await findClosing(world.deps.db, exit?.id ?? ''))?.endedAt).toBeNull()
  expect(await due(new Date((terms.deadline + 600) * 1000))).toContain(trade.id)
})

test('what the ledger refused is written again later and set aside, and asks once a day', async () => {
  const trade = await aDepositedTrade(world)
  await decideTrade(world, trade, 'release')
  const asked = await lettersOf(trade, 'hold_sign')
  const { account } = await agreementOf(world, trade.id)
  for (const round of [1, 2, 3]) {
    const exit = await writeSettlement(world.deps, trade.id)
    if (!exit) throw new Error(`nothing is written in round ${round}`)
    await spendNumber(world, account ?? '')
    await markSettlementFailed(world.deps, { exit, why: 'op_no_destination' })
    expect((await findRefused(world.deps.db, trade.id)).count).toBe(round)
    expect(await writeSettlement(world.deps, trade.id)).toBeNull()
    expect(await settlementToSign(world.deps, by(trade, 'seller'))).toMatchObject({ refused: 'exit_not_open' })
    await makeOlder(trade, 7 * 3_600)
  }
  // Two people get an email, once for the first and once for all that followed.
  expect((await lettersOf(trade, 'hold_sign')) - asked).toBe(asked)
  await sign(trade, 'seller')
  await followUntilOver(trade)
  expect(await stageOf(trade)).toBe('released')
  expect(await findShares(world.deps.db, trade.id)).toMatchObject([{ side: 'seller', takenBy: null }])
})

test('a wallet that cannot be paid when it is described has its share set aside', async () => {
  const trade = await aDepositedTrade(world, { asset: 'USDC' })
  await decideTrade(world, trade, 'release')
  const shut = Operation.changeTrust({ asset: usdcOf(world), limit: await usdcBalance('seller') })
  await actOnStellar(world, 'seller', [shut])
  await sign(trade, 'buyer')
  await followUntilOver(trade)
  expect(await findShares(world.deps.db, trade.id)).toMatchObject([{ side: 'seller', takenBy: null }])
  await actOnStellar(world, 'seller', [Operation.changeTrust({ asset: usdcOf(world) })])
})

async function usdcBalance(name: 'buyer' | 'seller'): Promise<string> {
  const answer = await fetch(`${world.harbour.horizon.url}/accounts/${stellarPlayKey(name).publicKey()}`)
  const { balances } = (await answer.json()) as { balances: { asset_code?: string; balance: string }[] }
  return balances.find(({ asset_code: code }) => code === 'USDC')?.balance ?? '0'
}

/** As if what failed had failed so many seconds earlier. */
async function makeOlder({ id }: OnchainTrade, seconds: number): Promise<void> {
  await world.deps.db.$executeRaw`
    update "transfer" set "updatedAt" = "updatedAt" - ${seconds} * interval '1 second'
    where "escrowId" = ${id}::uuid and "state" = 'dead'`
}
