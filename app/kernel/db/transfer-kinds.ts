/**
 * The two kinds of rows of "transfer" (docs/decisions/142): payouts, each a share from an account of ours, and on-chain
 * settlements, each all of a deposit off a ledger. Queries for one kind filter by `lockId`.
 */
import type { PayoutPurpose, PayoutState } from '#app/kernel/domain/payout-state.ts'

export const OF_ACCOUNT = { lockId: null } as const
export const OF_LOCK = { lockId: { not: null } } as const

type As<Row, Kind> = { [Name in keyof Row]: Name extends keyof Kind ? Kind[Name] : Row[Name] }
type There<Row, Name extends string> = Name extends keyof Row ? NonNullable<Row[Name]> : never

/** What a database check guarantees for a payout (transfer_of_account_or_lock). */
export const asPayout = <Row extends object>(row: Row) =>
  row as As<Row, { purpose: PayoutPurpose; state: PayoutState; address: string }>

type Settlement<Row> = {
  escrowId: string
  purpose: 'release' | 'refund' | 'division' | 'expiry'
  state: 'collecting' | 'ready' | 'submitted' | 'confirmed' | 'dead'
  lock: There<Row, 'lock'>
  settlement: There<Row, 'settlement'>
}

/** The same for an on-chain settlement. */
export const asSettlement = <Row extends object>(row: Row) => row as As<Row, Settlement<Row>>
