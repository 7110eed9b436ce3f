/** The moments of an on-chain escrow at which a crash would hurt, read from the database and the ledgers. */
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'

export type OnchainTrade = { asset: Exclude<Asset, 'USDC'>; network: Network; txid: string; amount: string }

export type OnchainMoment = (app: App, trade: OnchainTrade) => Promise<boolean>

/** The keeper's new slots are signed and stored; their outcome is unknown. */
export async function areSlotsMade(app: App, { asset, network }: OnchainTrade): Promise<boolean> {
  const sql = `select 1 from transfer_attempt where network = $1::"Network" and source = $2 and "laneKey" is null and state = 'live'`
  return (await app.query(sql, [network, playAddress('keeper', asset)])).length === 1
}

/** The opening of the two-signature account is signed and stored, but not known to be on the ledger. */
export async function isOpening(app: App, { txid }: OnchainTrade): Promise<boolean> {
  const sql = `
    select 1 from transfer_attempt attempt join hold_agreement agreement on agreement.id = attempt."agreementId"
    join escrow on escrow.id = agreement."escrowId"
    where escrow."transactionId" = $1 and attempt.purpose = 'opening' and attempt.state = 'live' and agreement."openedAt" is null`
  return (await app.query(sql, [txid])).length === 1
}

/** The worker is searching for deposits, and has not found this one. */
export async function isReadingDeposits(app: App, { txid }: OnchainTrade): Promise<boolean> {
  const found = 'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null'
  return (await isAtWork(app, 'find_locks')) && (await app.query(found, [txid])).length === 0
}

type Settlement = { state: string; attempts: number; live: number; isBusy: boolean; isOver: boolean }

async function settlementOf(app: App, { txid }: OnchainTrade): Promise<Settlement | undefined> {
  const sql = `
    select exit.state, lock.end is not null as "isOver",
      (select count(*)::int from transfer_attempt where "exitId" = exit.id) as attempts,
      (select count(*)::int from transfer_attempt where "exitId" = exit.id and state = 'live') as live,
      exists (
        select 1 from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
        where task.identifier = 'follow_exit' and job.payload->>'escrowId' = exit."escrowId"::text and job.locked_at is not null
      ) as "isBusy"
    from transfer exit join hold_lock lock on lock.id = exit."lockId" join escrow on escrow.id = exit."escrowId"
    where escrow."transactionId" = $1 and exit.state <> 'dead'`
  return (await app.query<Settlement>(sql, [txid]))[0]
}

/** Two have signed on Stellar, or the XRP Ledger's secret is due; the keeper has signed nothing. */
export async function isReady(app: App, trade: OnchainTrade): Promise<boolean> {
  const exit = await settlementOf(app, trade)
  return exit?.state === 'ready' && exit.attempts === 0 && exit.isBusy
}

/** The keeper's transaction is stored; the ledger may have it or not. */
export async function isSent(app: App, trade: OnchainTrade): Promise<boolean> {
  const exit = await settlementOf(app, trade)
  return exit?.state === 'submitted' && exit.live === 1 && !exit.isOver
}

/** The same; on the XRP Ledger also the tickets that are made first when none is left. */
export async function isOnItsWay(app: App, trade: OnchainTrade): Promise<boolean> {
  return (await isSent(app, trade)) || (trade.asset === 'XRP' && (await areSlotsMade(app, trade)))
}

async function isAtWork(app: App, task: string): Promise<boolean> {
  const sql = `
    select 1 from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = $1 and job.locked_at is not null`
  return (await app.query(sql, [task])).length > 0
}
