/**
 * Fee caps and bids of our transactions on the XRP Ledger. Pure. All fees are in drops of the reference transaction (a
 * payment with one signature); other types cost multiples of it.
 */
import { Decimal } from '#app/kernel/domain/money.ts'

/** In drops. */
export type XrplFeeCaps = {
  usual: number
  /** For a transaction that has waited for long. */
  urgent: number
  /** For a release shortly before its deadline. Absent: the urgent cap. */
  nearDate?: number
}

/** How urgent a transaction is: its age, a deadline, and the value that it moves. */
export type Pressing = {
  isUrgent?: boolean | undefined
  isNearDate?: boolean | undefined
  /** In drops; null: it moves nothing, such as the making of tickets. */
  value?: Decimal | null | undefined
}

/** What the server asks for, in drops. */
export type FeesAsked = {
  /** For a place in the open ledger. */
  open: Decimal
  /** For a place in the queue, where there is one. */
  queue: Decimal
}

/** Fees may rise while a transaction is on its way. */
const CUSHION = new Decimal('1.2')
/** Share of the moved value. */
const MOST_OF_VALUE = new Decimal('0.01')
const MOST_OF_VALUE_NEAR_DATE = new Decimal('0.1')

/**
 * The highest fee. Above the usual cap at most 1 % of the moved value, or 10 % where a deadline would take the money.
 */
export function feeCapOf(caps: XrplFeeCaps, { isUrgent, isNearDate, value }: Pressing): number {
  const cap = isNearDate ? (caps.nearDate ?? caps.urgent) : isUrgent ? caps.urgent : caps.usual
  if (value == null || cap <= caps.usual) return cap
  const share = value.times(isNearDate ? MOST_OF_VALUE_NEAR_DATE : MOST_OF_VALUE).floor()
  return Decimal.max(Decimal.min(cap, share), caps.usual).toNumber()
}

/**
 * The fee to sign with: for a place in the open ledger, with a cushion; above the cap the cap itself, which waits in
 * the server's queue. Null: the queue would not take it either.
 */
export function chooseFee({ open, queue }: FeesAsked, cap: number): Decimal | null {
  const wanted = open.times(CUSHION).ceil()
  if (wanted.lte(cap)) return wanted
  return queue.times(CUSHION).ceil().lte(cap) ? new Decimal(cap) : null
}

/** The asked fees from `fee` and `server_state`. The server's own load applies to the queue, too. */
export function feesAsked(
  drops: { base_fee: string; minimum_fee: string; open_ledger_fee: string },
  load: { load_base: number; load_factor_server: number },
): FeesAsked {
  const loaded = new Decimal(drops.base_fee).times(load.load_factor_server).div(load.load_base).ceil()
  return { open: Decimal.max(drops.open_ledger_fee, loaded), queue: Decimal.max(drops.minimum_fee, loaded) }
}
