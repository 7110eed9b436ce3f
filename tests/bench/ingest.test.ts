/**
 * How fast payments are matched, against a bare insert of the same rows in the same run. Prints; never fails on time.
 * What must hold is counted: every payment is stored once, and those with a reference are matched.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { insertLedgerPayments } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { reserveReference } from '#app/ledgers/references/db/references.server.ts'
import { paidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PAGE = 200
const PAGES = 10
const NOBODYS = { escrowId: null, feeQuoteId: null }

let world: World
let buyerId: string

beforeAll(async () => {
  world = await openWorld()
  buyerId = (await paidBuyer(world)).id
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

function paymentWith(memo: string): LedgerPayment {
  return {
    network: 'stellar',
    hash: randomBytes(32).toString('hex'),
    operation: '1',
    from: 'GSOMEBODY',
    to: world.deps.accounts.stellar.escrow,
    asset: 'XLM',
    assetLabel: 'XLM',
    amount: new Decimal('1'),
    memo,
    needsReview: false,
    ledger: 1_000,
    at: new Date(),
  }
}

async function escrowReferences(count: number): Promise<string[]> {
  const references: string[] = []
  for (let made = 0; made < count; made += 1) {
    await inTransaction(world.deps.db, async (tx) => {
      const reference = await reserveReference(tx, (bytes) => randomBytes(bytes))
      await tx.escrow.create({
        data: {
          transactionId: `auto_${randomUUID()}`,
          type: 'auto',
          buyerId,
          currency: 'XLM',
          amount: '1000',
          account: world.deps.accounts.stellar.escrow,
          reference,
          walletAddress: 'G',
        },
      })
      references.push(String(reference))
    })
  }
  return references
}

async function perSecond(rows: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return Math.round((rows * 1000) / (performance.now() - started))
}

test('payments are matched at a fair share of a bare insert', async () => {
  const rows = PAGE * PAGES
  const strangers = () => Array.from({ length: PAGE }, () => paymentWith('not a reference'))
  const bare = await perSecond(rows, async () => {
    for (let page = 0; page < PAGES; page += 1) {
      const payments = strangers()
      await inTransaction(world.deps.db, (tx) =>
        insertLedgerPayments(
          tx,
          payments.map((payment) => ({
            ...payment,
            id: world.deps.newId(),
            problem: 'unknown_memo',
            toFloat: false,
            ...NOBODYS,
          })),
        ),
      )
    }
  })
  const [reference = ''] = await escrowReferences(1)
  const few = await perSecond(rows, async () => {
    for (let page = 0; page < PAGES; page += 1) {
      const payments = [...strangers().slice(2), paymentWith(reference), paymentWith(reference)]
      await inTransaction(world.deps.db, (tx) => recordLedgerPayments(world.deps, tx, payments))
    }
  })
  const references = await escrowReferences(PAGE)
  const all = await perSecond(PAGE, () =>
    inTransaction(world.deps.db, (tx) => recordLedgerPayments(world.deps, tx, references.map(paymentWith))),
  )
  console.log(
    `bare insert ${bare}/s; 1% of payments matched ${few}/s (${(few / bare).toFixed(2)}); all matched ${all}/s`,
  )
  const matched = await world.deps.db.ledgerPayment.count({ where: { escrowId: { not: null } } })
  expect(matched).toBe(2 * PAGES + PAGE)
})
