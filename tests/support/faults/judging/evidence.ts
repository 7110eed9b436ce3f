/** Gathers the judge's evidence from ledgers, books, emails and store, once nothing is under way. */
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { ASSETS, NETWORKS } from '#app/kernel/domain/assets.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import type { StormGround } from '../storm-ground.ts'
import type { Facts, Owed, ToldDeposit, ToldLetter, ToldPayout } from './facts.ts'
import { readBoth } from './ledger-truth.ts'

const network = z.enum(NETWORKS)
const asset = z.enum(ASSETS)
const Deposits = z.array(
  z.object({
    network,
    hash: z.string(),
    asset: asset.nullable(),
    amount: z.string(),
    memo: z.string().nullable(),
    escrowId: z.string().nullable(),
  }),
)
const Payouts = z.array(
  z.object({
    id: z.string(),
    escrowId: z.string(),
    network,
    asset,
    amount: z.string(),
    to: z.string(),
    memo: z.string().nullable(),
    state: z.string(),
    hash: z.string().nullable(),
  }),
)

export async function gatherFacts(ground: StormGround, owed: Owed[]): Promise<Facts> {
  const { deps, harbour } = ground
  const accounts = { stellar: deps.accounts.stellar.escrow, xrpl: deps.accounts.xrpl.escrow }
  const complaints = await complaintsOf(ground)
  const [moved, deposits, payouts, received, letters, files, fileRows] = await Promise.all([
    readBoth(harbour, accounts),
    readDeposits(ground),
    readPayouts(ground),
    ground.query<Facts['received'][number]>(
      `select id as "escrowId", reference::text as memo, "receivedAmount"::text as amount from escrow`,
    ),
    ground.query<ToldLetter>(
      `select id, "sentAt" is not null as "isSent", "givenUpFor", "withheldFor" from outbox_letter`,
    ),
    listFiles(ground.documents),
    ground.query<{ key: string }>(
      `select "storageKey" as key from escrow_contract union all select "storageKey" from escrow_document`,
    ),
  ])
  return {
    ...moved,
    owed,
    deposits,
    payouts,
    received,
    letters,
    mails: harbour.post.mails().map(({ idempotencyKey }) => idempotencyKey ?? ''),
    complaints,
    files,
    fileRows: fileRows.map(({ key }) => key),
  }
}

async function readDeposits(ground: StormGround): Promise<ToldDeposit[]> {
  return Deposits.parse(
    await ground.query(`select network, hash, asset, amount::text, memo, "escrowId" from ledger_payment`),
  )
}

async function readPayouts(ground: StormGround): Promise<ToldPayout[]> {
  return Payouts.parse(
    await ground.query(
      `select id, "escrowId", network, asset, amount::text, address as "to", memo, state, "settledHash" as hash from transfer where "lockId" is null`,
    ),
  )
}

/** Other offences: each row of each query is one. (A job without its key was replaced by a newer one.) */
const COMPLAINTS: Record<string, string> = {
  'payouts were stopped': `select network || ', ' || reason as said from payout_stop where cause <> 'switch'`,
  'an account is not read': `select network || ', ' || detail as said from cursor_stop`,
  'a payment became a case': `select kind || ', ' || amount || ' ' || "assetLabel" as said from payment_case`,
  'something left unexplained': `select hash as said from outgoing_transaction where explanation is null`,
  'an envelope is still open': `select hash as said from transfer_attempt where purpose = 'payout' and state = 'live'`,
  'a job was given up': `
    select identifier || ', ' || coalesce(job.last_error, '') as said from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.attempts >= job.max_attempts and job.max_attempts > 1 and job.key is not null`,
  'an entry of the books does not sum to nothing': `
    select "entryId"::text as said from book_posting group by "entryId" having sum(units) <> 0 or count(*) <> 2`,
  'the books still owe': `
    select account || ', ' || sum(units) as said from book_posting
    where account like 'escrow:%' or account like 'owed:%' group by account having sum(units) <> 0`,
}

async function complaintsOf(ground: StormGround): Promise<string[]> {
  const said = [...(await compareBooks(ground))]
  for (const [what, sql] of Object.entries(COMPLAINTS)) {
    for (const row of await ground.query<{ said: string }>(sql)) said.push(`${what}: ${row.said}`)
  }
  return said
}

/** Compares books and ledgers per account with the product's own code. Nothing under way can explain a difference. */
async function compareBooks({ deps, query }: StormGround): Promise<string[]> {
  const since = new Date()
  await reconcile(deps)
  const rows = await query<{ said: string; differs: boolean }>(
    `select account || ' holds ' || difference || ' ' || asset || ' that is not booked' as said,
       difference <> 0 or "underWay" <> 0 as differs
     from reconciliation where at >= $1`,
    [since],
  )
  if (rows.length === 0) return ['books and ledgers were not compared']
  return rows.filter(({ differs }) => differs).map(({ said }) => said)
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
