/**
 * What a transaction of ours may cost on the XRP Ledger, and what it bids. Pure. All fees are in drops of the reference transaction
 * (a payment with one signature), which the others are multiples of.
 */
import { Decimal } from '#app/kernel/domain/money.ts'

/** In drops. */
export type XrplFeeCaps = {
  usual: number
  /** For what has waited for long. */
  urgent: number
  /** For a release whose date comes near. None: the urgent one. */
  nearDate?: number
}

/** How much it matters that a transaction gets in: by its age, by a date, and by what it moves. */
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

/** Fees go up while a transaction is on its way. */
const CUSHION = new Decimal('1.2')
/** Of what is moved. */
const MOST_OF_VALUE = new Decimal('0.01')
const MOST_OF_VALUE_NEAR_DATE = new Decimal('0.1')

/**
 * The most that it may cost. Above the usual cap no more than a hundredth of what it moves, a tenth where a date would take the money
 * from whom it is due to.
 */
export function feeCapOf(caps: XrplFeeCaps, { isUrgent, isNearDate, value }: Pressing): number {
  const cap = isNearDate ? (caps.nearDate ?? caps.urgent) : isUrgent ? caps.urgent : caps.usual
  if (value == null || cap <= caps.usual) return cap
  const share = value.times(isNearDate ? MOST_OF_VALUE_NEAR_DATE : MOST_OF_VALUE).floor()
  return Decimal.max(Decimal.min(cap, share), caps.usual).toNumber()
}

/**
 * The fee to sign with: what a place in the open ledger costs, with a cushion; above the cap the cap itself, which waits in the
 * server's queue. Null: not even the queue takes it for that.
 */
export function chooseFee({ open, queue }: FeesAsked, cap: number): Decimal | null {
  const wanted = open.times(CUSHION).ceil()
  if (wanted.lte(cap)) return wanted
  return queue.times(CUSHION).ceil().lte(cap) ? new Decimal(cap) : null
}

/** What `fee` and `server_state` say, as what is asked for. The server's own load counts for everything, the queue too. */
export function feesAsked(
  drops: { base_fee: string; minimum_fee: string; open_ledger_fee: string },
  load: { load_base: number; load_factor_server: number },
): FeesAsked {
  const loaded = new Decimal(drops.base_fee).times(load.load_factor_server).div(load.load_base).ceil()
  return { open: Decimal.max(drops.open_ledger_fee, loaded), queue: Decimal.max(drops.minimum_fee, loaded) }
}
