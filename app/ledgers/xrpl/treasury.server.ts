/**
 * The XRP Ledger behind the port `Treasury`. Each payout has its own ticket, which the ledger accepts once: every new
 * signature of a payout uses the same ticket, so at most one of them can ever be applied.
 */
import { causeOf } from '#app/kernel/domain/cause.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable, type PayoutOrder, type SignedPayout, type Submission, type Treasury } from '../ledger.ts'
import type { Signer as KeyHolder } from '../signer.ts'
import { invoiceId, keyOfSeed, keyOfSigner, parseTag, signTransaction } from './blob.server.ts'
import { signClaim } from './claimable/claims.server.ts'
import { openConnections } from './connections.server.ts'
import type { XrplSettings } from './ledger.server.ts'
import type { XrplFeeCaps } from './paying/fees.ts'
import { findNewestOutcomes, findOutcome, readTicket } from './paying/outcomes.server.ts'
import { chooseTerms, type Handed, submit, type XrplSigner } from './paying/submission.server.ts'
import { findFreeTickets, signTickets } from './paying/tickets.server.ts'
import { fromDrops } from './payments.ts'
import type { Session } from './session.server.ts'

/** Signs for the paying account: its seed in memory, or a signer that holds the key. */
export type XrplSigning =
  | { seed: string; signer?: undefined }
  | { seed?: undefined; signer: KeyHolder; publicKey: string }

export type XrplTreasurySettings = XrplSettings &
  XrplSigning & {
    /** How many ledgers after the newest one a signed payout can be included in. 20 by default, about a minute. */
    validLedgers?: number
    feeCaps?: XrplFeeCaps
    /** The most at one time: in use, and made for the next payouts. 72 by default; the ledger's limit is 250. */
    tickets?: number
  }

const VALID_LEDGERS = 20
const TICKETS = 72
/** A busy network may ask for 500 times the lowest fee, 5,000 drops and more, from one ledger to the next. */
const FEE_CAPS: XrplFeeCaps = { usual: 10_000, urgent: 100_000 }
/** Networks up to this id have no NetworkID in their transactions; later ones require it. */
const LAST_NETWORK_WITHOUT_ID = 1_024

export function signerOf(settings: XrplTreasurySettings): XrplSigner {
  const key = settings.signer ? keyOfSigner(settings) : keyOfSeed(settings.seed)
  return {
    key,
    networkId: settings.networkId > LAST_NETWORK_WITHOUT_ID ? settings.networkId : null,
    validLedgers: settings.validLedgers ?? VALID_LEDGERS,
    feeCaps: settings.feeCaps ?? FEE_CAPS,
    tickets: settings.tickets ?? TICKETS,
  }
}

export function openXrplTreasury(settings: XrplTreasurySettings): Treasury {
  // A proof comes from one rippled: each of these uses one, or starts again on another.
  const lines = openConnections(settings)
  const signer = signerOf(settings)
  const { key } = signer
  return {
    network: 'xrpl',
    source: key.address,
    mostFeeIn: (asset) => (asset === 'XRP' ? fromDrops(BigInt(signer.feeCaps.urgent)) : new Decimal(0)),
    findLanes: (asked) => lines.ask((session) => findFreeTickets(session, signer, asked)),
    makeLanes: (count, { isUrgent = false } = {}) =>
      lines.ask((session) => signTickets(session, signer, { count, isUrgent })),
    sign: (order) => lines.ask((session) => sign(session, signer, order)),
    signClaim: (claimable) => lines.ask((session) => signClaim(session, signer, claimable)),
    submit: (signed) => handedOver(() => lines.ask((session) => submit(session, signed))),
    newestOutcomes: (signed) => lines.ask((session) => findNewestOutcomes(session, key.address, signed)),
    outcomeOf: (signed) => lines.ask((session) => findOutcome(session, signed)),
    close: lines.close,
  }
}

export async function handedOver(hand: () => Promise<Handed>): Promise<Submission> {
  try {
    const { note, taken, wasSent } = await hand()
    return { note, answered: wasSent, taken }
  } catch (error) {
    // It may have arrived: outcomeOf decides.
    if (error instanceof LedgerUnavailable)
      return { note: `no answer: ${causeOf(error)}`, answered: false, taken: false }
    throw error
  }
}

async function sign(session: Session, signer: XrplSigner, order: PayoutOrder): Promise<SignedPayout> {
  if (order.asset !== 'XRP') throw new Error(`an XRP Ledger treasury cannot pay ${order.asset}`)
  const pressing = { isUrgent: order.isUrgent, value: new Decimal(toDrops(order.amount)) }
  const { newest, terms } = await chooseTerms(session, signer, pressing)
  const payment = {
    TransactionType: 'Payment' as const,
    ...terms,
    Destination: order.address,
    ...writeTag(order.memo),
    Amount: toDrops(order.amount),
    InvoiceID: invoiceId(order.payoutId),
    // With a ticket the sequence must be 0.
    Sequence: 0,
    TicketSequence: readTicket(order.lane),
  }
  const { hash, blob } = await signTransaction(payment, signer.key)
  return {
    network: 'xrpl',
    hash,
    blob,
    source: signer.key.address,
    sequence: order.lane,
    validUntil: String(terms.LastLedgerSequence),
    validFrom: String(newest),
  }
}

/** Throws when the memo is no tag. */
export function writeTag(memo: string | null): { DestinationTag?: number } {
  if (memo === null) return {}
  const tag = parseTag(memo)
  if (tag === null) throw new Error(`"${memo}" is no destination tag`)
  return { DestinationTag: tag }
}

/** Throws when it is less than a drop, or not a whole number of drops. */
export function toDrops(amount: Decimal): string {
  const drops = amount.times(1_000_000)
  if (!drops.isInteger() || !drops.gt(0)) throw new Error(`${amount.toFixed()} XRP cannot be paid in whole drops`)
  return drops.toFixed()
}
