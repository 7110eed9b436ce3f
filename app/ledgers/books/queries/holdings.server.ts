/** What the accounts with client money held when they were last compared with the books. */

import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import {
  type AccountRole,
  findLastReconciliations,
  type Reconciliation,
} from '#app/ledgers/books/db/reconciliations.server.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'

export type Holding = {
  asset: Asset
  network: Network
  account: string
  /** Plain amounts. `own`: the rest after all that is owed; below 0 when money is missing. */
  held: string
  owed: string
  own: string
  /** The part of `owed` in open escrows, and how many escrows in it are settled; null: not read yet. */
  inEscrows: string | null
  settledEscrows: number | null
  agrees: boolean
  at: string
}

/** One per asset; none before the first comparison. */
export async function loadHoldings(db: Database, accounts: Record<Network, { escrow: string }>): Promise<Holding[]> {
  const rows = await findLastReconciliations(db)
  return rows
    .filter(({ network, account }) => account === accounts[network].escrow)
    .map(({ asset, network, account, onLedger, owed, underWay, difference, at, inEscrows, settledEscrows }) => ({
      asset,
      network,
      account,
      held: amountOf(onLedger, asset),
      owed: amountOf(owed, asset),
      own: amountOf(onLedger - underWay - owed, asset),
      inEscrows: inEscrows === null ? null : amountOf(inEscrows, asset),
      settledEscrows,
      agrees: difference === 0n,
      at: at.toISOString(),
    }))
}

export type ComparedAccount = {
  asset: Asset
  network: Network
  account: string
  role: AccountRole
  onLedger: string
  booked: string
  underWay: string
  difference: string
  owed: string
  float: string
  agrees: boolean
  at: string
  findings: { hash: string; at: string; onLedger: string; booked: string }[]
}

/** The last comparison of each account and asset of ours, for the operator and for monitoring. */
export async function loadComparedAccounts(db: Database): Promise<ComparedAccount[]> {
  return (await findLastReconciliations(db)).map(toCompared)
}

function toCompared(row: Reconciliation): ComparedAccount {
  const { asset, network, account, role, at, difference, findings } = row
  const amount = (units: bigint) => amountOf(units, asset)
  return {
    asset,
    network,
    account,
    role,
    onLedger: amount(row.onLedger),
    booked: amount(row.booked),
    underWay: amount(row.underWay),
    difference: amount(difference),
    owed: amount(row.owed),
    float: amount(row.float),
    agrees: difference === 0n,
    at: at.toISOString(),
    findings: findings.map((finding) => ({
      ...finding,
      onLedger: amount(BigInt(finding.onLedger)),
      booked: amount(BigInt(finding.booked)),
    })),
  }
}

function amountOf(units: bigint, asset: Asset): string {
  return plain(fromUnits(units, asset))
}
