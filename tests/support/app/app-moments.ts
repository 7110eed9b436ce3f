/** The moments of a trade at which a crash would hurt, read from the database and the ledgers. */
import type { Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { App } from './app.ts'
import type { OwnApp } from './lent-app.ts'

export type Trade = {
  asset: 'XLM' | 'XRP'
  network: Network
  txid: string
  uri: string
  amount: string
  /** The payout's memo or tag, unique to the trade. */
  memo: string
  sellerHad: Decimal
}

export const ESCROW_ACCOUNT = { stellar: playAddress('escrow', 'XLM'), xrpl: playAddress('escrow', 'XRP') }
export type Moment = (app: App, trade: Trade) => Promise<boolean>

/**
 * Kills the worker (SIGKILL) at a moment. It is frozen first and the moment checked again, so that it is killed there
 * however slow the machine is. A worker that went past the moment runs on until the next one.
 */
export async function killAt(app: OwnApp, { name, hasCome }: { name: string; hasCome: () => Promise<boolean> }) {
  const isKilled = async () => {
    if (!(await hasCome())) return null
    process.kill(app.worker.pid, 'SIGSTOP')
    const isThere = await hasCome()
    if (isThere) await app.worker.kill('SIGKILL')
    else process.kill(app.worker.pid, 'SIGCONT')
    return isThere || null
  }
  await waitFor(isKilled, { what: name, limitMs: PATIENCE_MS, pauseMs: 20 })
}

export async function whileFrozen(app: OwnApp, act: () => Promise<void>): Promise<void> {
  process.kill(app.worker.pid, 'SIGSTOP')
  await act().finally(() => process.kill(app.worker.pid, 'SIGCONT'))
}

export async function untilFunded(app: App, txid: string): Promise<void> {
  const sql = 'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null'
  await app.untilRow(`${txid} is funded`, sql, [txid])
}

export async function untilReleased(app: App, txid: string): Promise<void> {
  const sql = 'select 1 from escrow where "transactionId" = $1 and "releasedAt" is not null'
  await app.untilRow(`${txid} is released`, sql, [txid])
}

export async function isReadingDeposit(app: App, { network, txid }: Trade): Promise<boolean> {
  const sql = `
    select 1 from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'ingest_payments' and job.locked_at is not null and job.payload->>'account' = $1
      and exists (select 1 from escrow where "transactionId" = $2 and "verifiedAt" is null)`
  return (await app.query(sql, [ESCROW_ACCOUNT[network], txid])).length === 1
}

type Payout = { state: string; attempts: number; isBusy: boolean }

async function payoutOf(app: App, { txid }: Trade): Promise<Payout | undefined> {
  const sql = `
    select state, (select count(*)::int from transfer_attempt where "payoutId" = payout.id) as attempts,
      exists (
        select 1 from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
        where task.identifier = 'dispatch_payouts' and job.payload->>'network' = payout.network::text
          and job.locked_at is not null
      ) as "isBusy"
    from transfer payout where "escrowId" = (select id from escrow where "transactionId" = $1)`
  return (await app.query<Payout>(sql, [txid]))[0]
}

export async function isQueued(app: App, trade: Trade): Promise<boolean> {
  const payout = await payoutOf(app, trade)
  return payout?.state === 'queued' && payout.attempts === 0 && payout.isBusy
}

export async function isSigned(app: App, trade: Trade): Promise<boolean> {
  const payout = await payoutOf(app, trade)
  return payout?.state === 'signed' && payout.attempts === 1 && !(await isPaid(app, trade))
}

export async function hasEnvelope(app: App, trade: Trade): Promise<boolean> {
  return ((await payoutOf(app, trade))?.attempts ?? 0) > 0
}

export async function isPaidUnknowingly(app: App, trade: Trade): Promise<boolean> {
  const payout = await payoutOf(app, trade)
  return (payout?.state === 'signed' || payout?.state === 'submitted') && (await isPaid(app, trade))
}

export async function isAskingForTheOutcome(app: App, trade: Trade): Promise<boolean> {
  return (await isPaidUnknowingly(app, trade)) && (await payoutOf(app, trade))?.isBusy === true
}

export async function isWriting(app: App, { txid }: Trade): Promise<boolean> {
  const sql = `
    select 1 from outbox_letter letter join graphile_worker._private_jobs job on job.payload->>'letterId' = letter.id::text
    where letter."sentAt" is null and job.locked_at is not null
      and letter.content->>'letter' = 'funds_released' and letter.content->>'txid' = $1`
  return (await app.query(sql, [txid])).length > 0
}

/** Checks the balance, because requests about transactions are what the fault delays. */
async function isPaid(app: App, { asset, amount, sellerHad }: Trade): Promise<boolean> {
  const has = (await app.harbour.balances('seller'))[asset]
  return has?.eq(sellerHad.plus(amount)) ?? false
}
