/** A payment to our own account never funds an on-chain escrow: it is somebody's, and an unmatched payment. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { weighAssignment } from '#app/unmatched/workflows/assign-payment.server.ts'
import { anAgreedTrade } from '#tests/support/onchain/onchain-trades.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

async function paid(memo: string) {
  const { deps } = world
  const account = deps.accounts.stellar.escrow
  const hash = await sendByHand(world, { from: 'buyer', to: account, amount: '50', memo })
  await ingestPayments(deps, { network: 'stellar', account })
  return deps.db.paymentCase.findFirstOrThrow({ where: { ledgerPayment: { hash } }, include: { ledgerPayment: true } })
}

test('with the reference of one it is owed back to its buyer', async () => {
  const trade = await anAgreedTrade(world)
  const { reference } = (await findEscrow(world.deps.db, trade.id)) ?? {}
  const { kind, ledgerPayment, closedAt } = await paid(String(reference))
  expect([kind, closedAt, ledgerPayment?.problem, ledgerPayment?.escrowId]).toEqual([
    'wrong_account',
    null,
    'wrong_account',
    trade.id,
  ])
  const escrow = await findEscrow(world.deps.db, trade.id)
  expect([escrow?.receivedAmount.toFixed(), escrow?.verifiedAt, escrow?.owedBack.toFixed()]).toEqual(['0', null, '0'])
  await expectBooksSound(world.deps.db)
})

test('no operator can count it for one', async () => {
  const trade = await anAgreedTrade(world)
  const { id: caseId, kind } = await paid('7')
  const target = String((await findEscrow(world.deps.db, trade.id))?.reference)
  const seen = { kind, amount: '50' }
  const asked = { caseId, seen, target, note: 'the buyer says so' }
  expect(await weighAssignment(world.deps, asked as never)).toEqual({ refused: 'assign_not_due', field: 'target' })
})
