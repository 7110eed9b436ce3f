/**
 * `npm run reread`: reads the payments of an account again from a given ledger, and ends a stop (docs/operating.md).
 * Without --from it only prints how far each account was read, and what the server shows of that ledger.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { composeDeps } from '#app/deps.server.ts'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { type LedgerMark, LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { accountsToRead } from '#app/ledgers/payments/workflows/accounts-to-read.server.ts'
import { accountsComplaint } from '#app/ledgers/payments/workflows/agree-on-accounts.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { compareHistories, rereadPayments } from '#app/ledgers/payments/workflows/reread-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const USAGE = `npm run reread -- --network stellar|xrpl [--account ADDRESS] [--from LEDGER --reason "…" [--leave-out]]

  --network    whose accounts
  --account    one of them; all of the network when it is left out
  --from       the first ledger that is read again; without it nothing is changed
  --reason     why, for the record
  --leave-out  ledgers between the last one that was read and --from may stay unread`

const orderSchema = z
  .object({
    network: z.enum(NETWORKS, { error: 'Say --network stellar or --network xrpl.' }),
    account: z.string().optional(),
    from: z.coerce.number({ error: '--from is the number of a ledger.' }).int().positive().optional(),
    reason: z.string().trim().min(1).max(500).optional(),
    'leave-out': z.boolean().default(false),
  })
  .refine(({ from, reason }) => (from === undefined) === (reason === undefined), 'Say --from and --reason together.')

type Order = z.output<typeof orderSchema>

/** A request that cannot be fulfilled; printed without a stack. */
class Impossible extends Error {}

function readOrder(): Order {
  const options = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      options: { network: options, account: options, from: options, reason: options, 'leave-out': { type: 'boolean' } },
    })
    return orderSchema.parse(values)
  } catch (error) {
    const why = error instanceof z.ZodError ? error.issues.map(({ message }) => message).join(' ') : String(error)
    throw new Impossible(`${why}\n\n${USAGE}`)
  }
}

async function reread(deps: Deps, order: Order): Promise<void> {
  const accounts = (await accountsToRead(deps))
    .filter(({ network, account }) => network === order.network && account === (order.account ?? account))
    .map(({ account }) => account)
  if (accounts.length === 0) throw new Impossible(`${order.account} is none of the accounts that are read.`)
  for (const account of accounts) await rereadAccount(deps, order, account)
}

async function rereadAccount(deps: Deps, order: Order, account: string): Promise<void> {
  const of = { network: order.network, account }
  const { position, stop, shown } = await compareHistories(deps, of, order.from ?? 1)
  say(`\n${account}`)
  say(`  read up to        ${position.mark ? nameMark(position.mark) : (position.cursor ?? 'nothing yet')}`)
  if (position.mark) say(`  the server shows  ${shown.asked ? nameMark(shown.asked) : 'no ledger of that number'}`)
  say(`  the server has    ledgers ${shown.oldest} to ${shown.newest.sequence}`)
  say(`  stopped           ${stop ? `since ${stop.since.toISOString()}, ${stop.cause}: ${stop.detail}` : 'no'}`)
  const { from, reason } = order
  if (from === undefined || reason === undefined) return
  const outcome = await rereadPayments(deps, { ...of, from, reason, leavesOut: order['leave-out'] })
  if (outcome.kind === 'not_shown') throw new Impossible(`The server has no ledger ${from}: nothing was changed.`)
  if (outcome.kind === 'leaves_out') {
    throw new Impossible(
      `Ledger ${outcome.lastRead} was the last that was read: those between it and ${from} would never be read. ` +
        'Nothing was changed; with --leave-out it is done all the same.',
    )
  }
  say(`  is read again     from ${nameMark(outcome.from)}`)
  const before = await deps.db.ledgerPayment.count({ where: { toAddress: account } })
  const state = await ingestPayments(deps, of)
  const found = (await deps.db.ledgerPayment.count({ where: { toAddress: account } })) - before
  say(
    `  now               ${state === 'read' ? `read to the end, ${found} payments that were not known` : 'stopped again'}`,
  )
}

function nameMark({ sequence, hash, closedAt }: LedgerMark): string {
  return `ledger ${sequence} ${hash} of ${closedAt.toISOString()}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  const order = readOrder()
  const deps = await composeDeps(parseConfig(process.env))
  try {
    const complaint = await accountsComplaint(deps)
    if (complaint !== null) throw new Impossible(complaint)
    await reread(deps, order)
  } finally {
    await Promise.all([deps.ledgers.stellar.close(), deps.ledgers.xrpl.close()])
    await deps.db.$disconnect()
  }
} catch (error) {
  const isExpected = error instanceof Impossible || error instanceof ConfigInvalid || error instanceof LedgerUnavailable
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
