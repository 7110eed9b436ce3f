/** The most that a transaction will do to its account, before it is applied (TxConsequences of rippled). */
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'

export type Consequences = {
  /** Drops. */
  fee: bigint
  /** Maximum drops besides the fee. */
  spends: bigint
  /** It may make the account unable to send what is queued behind it. */
  isBlocker: boolean
  /** First sequence number behind it; with a ticket, the ticket's own. */
  following: number
}

/** Sequence numbers come before tickets. */
export type SeqProxy = { isTicket: boolean; value: number }

export function seqProxyOf({ common }: Transaction): SeqProxy {
  const { TicketSequence: ticket, Sequence: sequence } = common
  return ticket === undefined ? { isTicket: false, value: sequence } : { isTicket: true, value: ticket }
}

export function compareSeq(one: SeqProxy, other: SeqProxy): number {
  return one.isTicket === other.isTicket ? one.value - other.value : Number(one.isTicket) - Number(other.isTicket)
}

/** Numbers of AccountSet flags that decide who may sign for the account or send to it. */
const BLOCKING_FLAGS: readonly unknown[] = [2, 4, 5]

export function consequencesOf(transaction: Transaction): Consequences {
  const { json, common } = transaction
  const { value, isTicket } = seqProxyOf(transaction)
  const taken = json.TransactionType === 'TicketCreate' ? Number(json.TicketCount) : 0
  return {
    fee: BigInt(common.Fee),
    spends: spentBy(json),
    isBlocker: isBlocker(json),
    following: value + (isTicket ? 0 : 1) + taken,
  }
}

function spentBy(json: Record<string, unknown>): bigint {
  switch (json.TransactionType) {
    case 'Payment':
      return dropsIn(json.SendMax ?? json.Amount)
    case 'EscrowCreate':
    case 'PaymentChannelCreate':
    case 'PaymentChannelFund':
      return dropsIn(json.Amount)
    case 'OfferCreate':
      return dropsIn(json.TakerGets)
    default:
      return 0n
  }
}

/** Zero for an amount of another currency. */
function dropsIn(amount: unknown): bigint {
  return typeof amount === 'string' && /^\d+$/.test(amount) ? BigInt(amount) : 0n
}

function isBlocker({ TransactionType, SetFlag, ClearFlag }: Record<string, unknown>): boolean {
  switch (TransactionType) {
    case 'AccountDelete':
    case 'SetRegularKey':
    case 'SignerListSet':
      return true
    case 'AccountSet':
      return BLOCKING_FLAGS.includes(SetFlag) || BLOCKING_FLAGS.includes(ClearFlag)
    default:
      return false
  }
}
