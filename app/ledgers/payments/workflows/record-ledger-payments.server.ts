import { reopenClaims } from '#app/escrow/db/payment-claims.server.ts'
import { type FeeTarget, findFeeTargets } from '#app/fees/db/fee-quotes.server.ts'
import { notifyOfFeeBack } from '#app/fees/workflows/notify-of-fee-back.server.ts'
import { judgeFeePayments, settleServiceFee } from '#app/fees/workflows/settle-service-fee.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { findOpeningsOf } from '#app/ledgers/payments/db/account-openings.server.ts'
import { noteTaken } from '#app/ledgers/payments/db/claimable-money.server.ts'
import {
  insertLedgerPayments,
  type NewLedgerPayment,
  withoutStored,
} from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { gatherSmallPayments, openUnmatchedPayments } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { problemOf, referenceIn } from '#app/ledgers/payments/domain/arrival.ts'
import { gatherSmall, type UncountedPayments } from '#app/ledgers/payments/domain/gathered.ts'
import { lockReferences } from '#app/ledgers/references/db/references.server.ts'
import { type DepositTarget, findDepositTargets } from '#app/trade/opening/db/openings.server.ts'
import { fundEscrow } from '#app/trade/opening/workflows/fund-escrow.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { sponsorOn } from './watched-accounts.ts'

/**
 * Stores payments that reached our accounts, each once, and settles what they are for, in the caller's transaction. The
 * reader, the confirmation by hash and the manual look-up all call this, so a payment counts once, whoever brings it
 * first. Payments for one escrow or one fee are judged together: the cost grows with the number of those, not with
 * their payments or with what arrived before (decision 096).
 */
export async function recordLedgerPayments(
  deps: Deps,
  tx: Transaction,
  payments: readonly LedgerPayment[],
): Promise<void> {
  await storeLedgerPayments(deps, tx, await withoutOpened(tx, payments))
}

/**
 * Leaves out payments in the opening of their account's books, whoever brings them: a pasted hash, or a ledger read
 * again. Never those with a possible reference: they were stored with the opening.
 */
async function withoutOpened(tx: Transaction, payments: readonly LedgerPayment[]): Promise<LedgerPayment[]> {
  const [first] = payments
  if (first === undefined) return []
  const accounts = [...new Set(payments.map(({ to }) => to))]
  const openings = await findOpeningsOf(tx, { network: first.network, accounts })
  return payments.filter(({ to, ledger, at, memo }) => {
    const opening = openings.get(to)
    if (referenceIn(memo) !== null) return true
    // The time as well: a test network that began anew reaches the same numbers later.
    return opening === undefined || ledger > opening.ledger || at > opening.closedAt
  })
}

/** As `recordLedgerPayments`, without leaving out the payments of an opening: for the opening itself. */
export async function storeLedgerPayments(
  deps: Deps,
  tx: Transaction,
  payments: readonly LedgerPayment[],
): Promise<void> {
  const references = [...new Set(payments.flatMap(({ memo }) => referenceIn(memo) ?? []))]
  // A buyer who paid ahead may be opening the escrow right now. Whoever locks the reference goes first, and the other
  // sees what was written. So every payment with a reference that is not stored now is stored here.
  const givenOut = await lockReferences(tx, references)
  const targets = { fees: await findFeeTargets(tx, references), escrows: await findDepositTargets(tx, references) }
  const arrived = (await withoutStored(tx, payments)).map((payment) => aimedAt(payment, targets))
  const ofFees = arrived.filter(({ fee }) => fee !== null)
  const others = arrived.filter(({ fee }) => fee === null).map((arrival) => toStored(deps, arrival))
  const stored = [
    ...(await recordOthers(deps, tx, { stored: others, escrows: targets.escrows })),
    ...(await recordFees(deps, tx, ofFees)),
  ]
  await openUnmatched(deps, tx, { stored, givenOut })
  await noteClaimed(deps, tx, payments)
}

type Targets = { fees: Map<number, FeeTarget>; escrows: Map<number, DepositTarget> }
type Arrived = { payment: LedgerPayment; fee: FeeTarget | null; escrow: DepositTarget | null }

function aimedAt(payment: LedgerPayment, { fees, escrows }: Targets): Arrived {
  const reference = referenceIn(payment.memo) ?? 0
  return { payment, fee: fees.get(reference) ?? null, escrow: escrows.get(reference) ?? null }
}

function toStored(deps: Deps, { payment, escrow }: Arrived): NewLedgerPayment {
  const toFloat = escrow === null && isOurs(deps, payment)
  const problem = toFloat ? null : problemOf(payment, escrow)
  return { ...payment, id: deps.newId(), toFloat, problem, escrowId: escrow?.id ?? null, feeQuoteId: null }
}

/** A top-up from an account of ours, for fees and reserves. With somebody's reference it counts for them instead. */
function isOurs(deps: Deps, { network, from, asset }: LedgerPayment): boolean {
  const own = [deps.accounts[network].fee, sponsorOn(deps, network)]
  return asset !== null && (own.includes(from) || deps.operatingAccounts.includes(from))
}

type Others = { stored: readonly NewLedgerPayment[]; escrows: Targets['escrows'] }

/** Deposits, and payments without a target. */
async function recordOthers(deps: Deps, tx: Transaction, { stored, escrows }: Others): Promise<NewLedgerPayment[]> {
  const fresh = await insertLedgerPayments(tx, stored)
  for (const [escrowId, payments] of byEscrow(fresh)) {
    const buyerId = [...escrows.values()].find(({ id }) => id === escrowId)?.buyerId
    const counted = payments.filter(({ problem }) => problem === null)
    // Screened whether the payment counts or not: the wallet's owner is asked to send it back there, or elsewhere.
    if (counted.length === 0 && buyerId) await enqueue(tx, { name: 'screen_person', payload: { userId: buyerId } })
    await fundEscrow(deps, tx, { escrowId, payments: counted })
  }
  return fresh
}

/** Sequential: what settles one quote may leave the next one of the same person unpaid. */
async function recordFees(deps: Deps, tx: Transaction, arrived: readonly Arrived[]): Promise<NewLedgerPayment[]> {
  const recorded: NewLedgerPayment[] = []
  for (const fee of new Set(arrived.map((arrival) => arrival.fee))) {
    if (fee === null) continue
    const payments = arrived
      .filter((arrival) => arrival.fee === fee)
      .map(({ payment }) => ({ ...payment, id: deps.newId(), toFloat: false, escrowId: null, feeQuoteId: fee.id }))
    const { judged, arriving } = await judgeFeePayments(deps, tx, { quoteId: fee.id, payments })
    const fresh = await insertLedgerPayments(tx, judged)
    if (fresh.length < judged.length) throw new Error(`payments for ${fee.id} were stored by another reader`)
    await enqueue(tx, { name: 'screen_person', payload: { userId: arriving.quote.userId } })
    const counted = fresh.filter(({ problem }) => problem === null)
    await settleServiceFee(deps, tx, { arriving, payments: counted })
    await notifyOfFeeBack(tx, { quote: arriving.quote, payments: fresh })
    recorded.push(...fresh)
  }
  return recorded
}

function byEscrow(payments: readonly NewLedgerPayment[]): Map<string, NewLedgerPayment[]> {
  const groups = new Map<string, NewLedgerPayment[]>()
  for (const payment of payments) {
    const { escrowId } = payment
    if (escrowId !== null) groups.set(escrowId, [...(groups.get(escrowId) ?? []), payment])
  }
  return groups
}

type Unmatched = { stored: readonly NewLedgerPayment[]; givenOut: ReadonlySet<number> }

/** A case for each payment that does not count; dust is gathered. */
async function openUnmatched(deps: Deps, tx: Transaction, { stored, givenOut }: Unmatched): Promise<void> {
  const now = deps.clock.now()
  const uncounted = stored.flatMap(({ problem, ...payment }): UncountedPayments[] =>
    problem ? [{ ...payment, problem }] : [],
  )
  const { apart, small } = gatherSmall(uncounted, givenOut)
  await openUnmatchedPayments(
    tx,
    apart.map((payment) => ({ ...payment, ledgerPaymentId: payment.id })),
    now,
  )
  await gatherSmallPayments(tx, small, now)
  await reopenStatements(
    tx,
    uncounted.map(({ hash }) => hash),
  )
}

/** Checks again the payment claims of the transactions that made what has now been taken. */
async function noteClaimed(deps: Deps, tx: Transaction, payments: readonly LedgerPayment[]): Promise<void> {
  const taken = payments.flatMap(({ network, to: account, hash: by, claimed: ledgerId }) =>
    ledgerId === undefined ? [] : [{ network, account, ledgerId, by }],
  )
  await reopenStatements(tx, await noteTaken(tx, { taken, at: deps.clock.now() }))
}

/** These transactions have become known: payment claims that were answered with "nothing arrived" are checked again. */
export async function reopenStatements(tx: Transaction, hashes: readonly string[]): Promise<void> {
  for (const escrowId of await reopenClaims(tx, hashes)) {
    await enqueue(tx, { name: 'verify_stated_payment', payload: { escrowId } })
  }
}
