/** Fees per operation over the last five ledgers, in stroops as text. */

import { BASE_FEE } from '#harbour/horizon/engine/fees.ts'
import { firstAfter } from '#harbour/horizon/ledger/history.ts'
import { toid } from '#harbour/horizon/ledger/toid.ts'
import type { Json } from './json.ts'
import { MAX_TX_SET_SIZE } from './ledger.ts'
import type { TransactionRecord } from './records.ts'
import type { View } from './view.ts'

const LEDGERS = 5
const PERCENTILES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]

export function feeStatsResource({ network, latest }: View): Json {
  const recent = recentTransactions(network.history.transactions, latest)
  const operations = recent.reduce((sum, transaction) => sum + transaction.operations.length, 0)
  return {
    last_ledger: latest.toString(),
    last_ledger_base_fee: BASE_FEE.toString(),
    ledger_capacity_usage: (operations / (LEDGERS * MAX_TX_SET_SIZE)).toFixed(2),
    fee_charged: distribution(recent.map((transaction) => perOperation(transaction, transaction.feeCharged))),
    max_fee: distribution(recent.map((transaction) => perOperation(transaction, transaction.maxFee))),
  }
}

function recentTransactions(all: readonly TransactionRecord[], latest: number): TransactionRecord[] {
  const from = toid({ ledger: Math.max(0, latest - LEDGERS + 1) })
  const until = toid({ ledger: latest + 1 })
  return all.slice(
    firstAfter(all, ({ id }) => id >= from),
    firstAfter(all, ({ id }) => id >= until),
  )
}

function perOperation({ operations, inner }: TransactionRecord, fee: bigint): bigint {
  return fee / BigInt(operations.length + (inner === null ? 0 : 1))
}

function distribution(fees: bigint[]): Json {
  const sorted = fees.length === 0 ? [BASE_FEE] : fees.sort((left, right) => (left < right ? -1 : 1))
  const at = (share: number) => (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? BASE_FEE).toString()
  return {
    max: at(1),
    min: at(0),
    mode: mostFrequent(sorted).toString(),
    ...Object.fromEntries(PERCENTILES.map((percent) => [`p${percent}`, at(percent / 100)])),
  }
}

function mostFrequent(values: readonly bigint[]): bigint {
  const counts = new Map<bigint, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [[mode] = [BASE_FEE]] = [...counts].sort(([, left], [, right]) => right - left)
  return mode
}
