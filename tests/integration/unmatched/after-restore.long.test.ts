/**
 * What to do after a backup was restored, step by step as in docs/incidents.md: what was paid after the backup is paid
 * once. Each step is checked against the document, so that neither changes alone.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { explainTransaction } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { readOutgoingTransactions } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { denyDoubts } from '#app/unmatched/workflows/deny-doubts.server.ts'
import { linkUnmatched } from '#app/unmatched/workflows/link-unmatched.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { bookTransaction, readOrder } from '#scripts/accounts/book-transaction.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { type Cast, castOf, deskOf, type Trade } from '#tests/support/settlement/settlement.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { openSecond } from '#tests/support/world/restored.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const REASON = 'Compared with the ledger.'

const STEPS = readFileSync('docs/incidents.md', 'utf8')
  .split('## The database has to be restored')[1]!
  .split(/^\d+\. /m)
  .slice(1)
function step(number: number, says: RegExp): void {
  expect(STEPS[number - 1]?.replace(/\s+/g, ' ')).toMatch(says)
}

let world: World
let cast: Cast
let second: { id: string }
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  cast = await castOf(world)
  second = await aUser(world.deps.db, { role: 'admin' })
  desk = deskOf(world, cast)
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
  await sweepOpenWork(world.deps)
  await reconcile(world.deps)
  await readAll(world.deps)
})

afterAll(() => world[Symbol.asyncDispose]())

async function readAll(deps: Deps): Promise<void> {
  for (const network of ['stellar', 'xrpl', 'stellar', 'xrpl'] as const) await readOutgoingTransactions(deps, network)
}

async function approve(trade: Trade): Promise<void> {
  granted(await desk.confirm(trade))
  granted(await desk.review(trade))
}

describe.each(['XRP', 'XLM'] as const)(
  'docs/incidents.md, “The database has to be restored”, in %s',
  (asset: Asset) => {
    test('step by step, what was paid after the backup is paid once', async () => {
      const network = networkOf(asset)
      const ofBackup = await desk.openFunded(asset, '7.25')
      await approve(ofBackup)
      await using restored = await openSecond(world)
      await restored.restore()
      const { deps } = restored
      const [sellerHad, friendHad] = [
        await holds(world, { asset, name: 'seller' }),
        await holds(world, { asset, name: 'friend' }),
      ]

      // After the backup, in the installation that is then lost: one paid, one opened and paid, one opened and funded.
      await desk.untilPaid(ofBackup)
      const opened = await desk.openFunded(asset, '3.01')
      await approve(opened)
      await desk.untilPaid(opened)
      await desk.openFunded(asset, '4.02')
      const hashOf = async (trade: Trade) => (await desk.payouts(trade))[0]?.settledHash ?? ''
      const [knownHash, lostHash] = [await hashOf(ofBackup), await hashOf(opened)]

      step(1, /Nothing is signed while something is unexplained/)
      for (const of of watchedAccounts(deps)) await ingestPayments(deps, of)
      await readAll(deps)
      const unexplained = await deps.db.outgoingTransaction.findMany({ where: { network, explanation: null } })
      const idOf = (hash: string) => unexplained.find((seen) => seen.hash === hash)?.id ?? ''
      const [{ id: payoutId } = { id: '' }] = await deps.db.transfer.findMany({
        where: { escrowId: ofBackup.escrowId },
      })
      const caseOf = (amount: string) =>
        deps.db.paymentCase.findFirstOrThrow({ where: { amount, assetLabel: asset, kind: 'unknown_memo' } })
      const [paidOut, waiting] = [await caseOf('3.01'), await caseOf('4.02')]
      const operatorId = cast.operator.id
      const payBack = ({ id: caseId, kind, amount }: typeof paidOut) =>
        payUnmatchedBack(deps, {
          caseId,
          seen: { kind, amount: plain(new Decimal(amount.toFixed())) },
          wallet: { address: walletOf(asset, 'friend'), memo: null },
          note: 'Wrote to support.',
          operatorId,
        })

      step(2, /Where the page offers a payout that it fits, it paid that one/)
      granted(
        await explainTransaction(deps, { outgoingId: idOf(knownHash), answer: payoutId, reason: REASON, operatorId }),
      )

      step(3, /Until then the case cannot be paid back, nor assigned/)
      expect(await payBack(paidOut)).toMatchObject({ refused: 'case_doubted' })
      const wrong = { outgoingId: idOf(lostHash), answer: 'foreign', reason: REASON, operatorId }
      expect(await explainTransaction(deps, wrong)).toMatchObject({ refused: 'outgoing_cases_changed' })
      const order = readOrder(['--book', lostHash, '--network', network, '--reason', REASON])
      await expect(bookTransaction(deps, order!)).rejects.toThrow(`  ${paidOut.id}  3.01 ${asset}, came `)
      granted(await linkUnmatched(deps, { outgoingId: idOf(lostHash), caseId: paidOut.id, reason: REASON, operatorId }))
      expect(await payBack(paidOut)).toMatchObject({ refused: 'case_closed' })

      step(4, /\*None of our payouts\* is right for what made lanes/)
      for (const { id } of unexplained.filter(({ hash }) => ![knownHash, lostHash].includes(hash))) {
        granted(await explainTransaction(deps, { outgoingId: id, answer: 'foreign', reason: 'Lanes.', operatorId }))
      }
      expect(await deps.db.payoutStop.count({ where: { network, cause: 'unexplained', endedAt: null } })).toBe(0)

      step(5, /`npm run reconcile` has to agree/)
      await reconcile(deps)
      const looks = await deps.db.reconciliation.findMany({
        where: { asset, account: deps.accounts[network].escrow },
        orderBy: { id: 'desc' },
        take: 1,
      })
      // Making channel accounts is not booked here: on Stellar it costs more than a fee.
      if (asset === 'XRP') expect(looks[0]?.difference.toFixed()).toBe('0')
      expect(looks[0]?.findings).not.toContainEqual(expect.objectContaining({ hash: lostHash }))

      step(6, /Pay it back to a wallet that its payer names/)
      const { payoutId: paybackId } = granted(await payBack(waiting))
      await runRound(deps, { payoutId: paybackId })
      await expect
        .poll(async () => {
          await runRound(deps, { payoutId: paybackId })
          return (await deps.db.transfer.findUniqueOrThrow({ where: { id: paybackId } })).state
        })
        .toBe('confirmed')
      expect((await holds(world, { asset, name: 'friend' })).minus(friendHad).toFixed()).toBe('4.02')
      expect((await holds(world, { asset, name: 'seller' })).minus(sellerHad).toFixed()).toBe('10.26')

      step(6, /when \*\*two different operators\*\* say so/)
      step(7, /no command goes around it/)
      const one = { caseId: waiting.id, seen: [], reason: REASON }
      expect(await denyDoubts(deps, { ...one, operatorId: second.id })).toMatchObject({ refused: 'denial_not_wanted' })
      step(8, /An escrow that was paid out is not opened again/)
    })
  },
)
