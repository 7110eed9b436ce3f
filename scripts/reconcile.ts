/**
 * `npm run reconcile`: compares what our accounts hold on their ledgers with the books, now, and says what it found
 * (docs/operating.md, "Books do not agree"). With --book it books one transaction that an operator knows to be right. It
 * needs the settings of the web app and no seed. Exit code 0 when all agrees, else 1.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { findLastReconciliations } from '#app/db/books/reconciliations.server.ts'
import { composeDeps } from '#app/deps.server.ts'
import { fromUnits } from '#app/domain/books/units.ts'
import { looksLikeHash, NETWORKS } from '#app/domain/kernel/assets.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { bookTransactionByHand } from '#app/workflows/books/book-by-hand.server.ts'
import { reconcile } from '#app/workflows/books/reconcile.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { accountsComplaint } from '#app/workflows/ledger-payments/agree-on-accounts.server.ts'

const USAGE = `npm run reconcile [-- --book HASH --network stellar|xrpl --reason "…"]

  --book     a transaction on the ledger that is right and that the books do not know
  --network  its ledger
  --reason   how you know, for the record`

const orderSchema = z
  .object({
    book: z.string().refine(looksLikeHash, '--book is a hash of 64 digits.').optional(),
    network: z.enum(NETWORKS, { error: 'Say --network stellar or --network xrpl.' }).optional(),
    reason: z.string().trim().min(1, 'Say why with --reason.').max(500).optional(),
  })
  .refine(
    ({ book, network, reason }) => new Set([book, network, reason].map((part) => part === undefined)).size === 1,
    'Say --book, --network and --reason together.',
  )
type Order = z.output<typeof orderSchema>

/** What cannot be done as it was asked for; said without a stack. */
class Impossible extends Error {}

function readOrder(): Order {
  const option = { type: 'string' } as const
  try {
    return orderSchema.parse(parseArgs({ options: { book: option, network: option, reason: option } }).values)
  } catch (error) {
    const why = error instanceof z.ZodError ? error.issues.map(({ message }) => message).join(' ') : String(error)
    throw new Impossible(`${why}\n\n${USAGE}`)
  }
}

async function bookAsTold(deps: Deps, { book: hash, network, reason }: Order): Promise<void> {
  if (hash === undefined || network === undefined || reason === undefined) return
  const booked = await bookTransactionByHand(deps, { network, hash, reason })
  if (booked.length === 0) {
    throw new Impossible('Nothing was booked: no account of ours had a part in it, or the books tell the same already.')
  }
  for (const { account, asset, amount } of booked) console.log(`booked  ${amount} ${asset} on ${account}`)
}

/** True when all agrees. */
async function compare(deps: Deps): Promise<boolean> {
  await reconcile(deps)
  const rows = await findLastReconciliations(deps.db)
  for (const { network, account, asset, role, onLedger, booked, underWay, difference, findings } of rows) {
    const amount = (units: bigint) => `${fromUnits(units, asset).toFixed()} ${asset}`
    console.log(`${difference === 0n ? 'agrees ' : 'DIFFERS'}  ${network} ${role} ${account}`)
    console.log(
      `         on the ledger ${amount(onLedger)}, in the books ${amount(booked)}, under way ${amount(underWay)}`,
    )
    for (const { hash, at, onLedger: there, booked: here } of findings) {
      console.log(
        `         ${hash} ${at}: ${amount(BigInt(there))} on the ledger, ${amount(BigInt(here))} in the books`,
      )
    }
  }
  return rows.every(({ difference }) => difference === 0n)
}

async function main(): Promise<void> {
  const order = readOrder()
  const deps = await composeDeps(parseConfig(process.env))
  try {
    const complaint = await accountsComplaint(deps)
    if (complaint !== null) throw new Impossible(complaint)
    await bookAsTold(deps, order)
    if (!(await compare(deps))) process.exitCode = 1
  } finally {
    await Promise.all([deps.ledgers.stellar.close(), deps.ledgers.xrpl.close(), deps.db.$disconnect()])
  }
}

try {
  await main()
} catch (error) {
  const isPlain = [Impossible, ConfigInvalid, LedgerUnavailable].some((known) => error instanceof known)
  console.error(isPlain && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
