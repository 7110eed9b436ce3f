import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal, parseAmount } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { canSettle } from '#app/settlement/custody/workflows/custody.server.ts'
import {
  createDivision,
  findDivisions,
  type StoredDivision,
  supersedeOpen,
} from '#app/trade/divisions/db/divisions.server.ts'
import {
  type DivisionKind,
  divisibleAs,
  isNothing,
  mayPropose,
  type Shares,
  sharesOfDivision,
} from '#app/trade/divisions/domain/division.ts'
import { keepRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { divisionEvent } from './division-events.ts'
import { notifyOfProposal } from './notify-of-division.server.ts'
import { type ForBuyer, obstacleOfWallets, obstacleToWallet } from './wallets-of-division.server.ts'

export type ProposedDivision = ForBuyer & {
  escrowId: string
  userId: string
  /** As the page showed it: an offer must not become a lower price because the escrow has changed since. */
  kind: DivisionKind
  /** The seller's share, in plain digits; the buyer gets the rest. */
  sellerAmount: string
  words: string
}

type Guard = (tx: Transaction, escrow: StoredEscrow) => Promise<Refusal | null>

/**
 * Proposes what each side gets; the other side agrees, declines or makes another proposal. A new proposal supersedes
 * the open one of the same side. `guard`: an additional check, run with the row locked. Refusals: escrow_not_found,
 * division_not_possible, division_amount_invalid, division_needs_seller_wallet, division_needs_refund_wallet,
 * wallet_unverified, the wallet_… codes, those of canSettle, and those of the guard.
 */
export async function proposeDivision(
  deps: Deps,
  proposed: ProposedDivision,
  guard: Guard = async () => null,
): Promise<StoredEscrow | Refusal> {
  const found = await findPermitted(deps.db, proposed, 'divide')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen, side: seenSide } = found
  const wanted = judge(seen, { proposed, side: seenSide, now: deps.clock.now() })
  if (isRefusal(wanted)) return wanted
  const obstacle = await obstacleToWallet(deps, { escrow: seen, side: seenSide, shares: wanted, ...proposed })
  if (obstacle) return obstacle
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, seen.id)
    const now = deps.clock.now()
    const side = sideFor(before, found.person, 'divide')
    if (!side) return refuse('escrow_not_found')
    const shares = judge(before, { proposed, side, now })
    if (isRefusal(shares)) return shares
    const refusal = await guard(tx, before)
    if (refusal) return refusal
    const all = (await findDivisions(tx, before.id)).filter(({ answer }) => answer === null)
    const open = all.find((one) => one.side === side)
    if (open && isSame(open, { proposed, shares })) return before
    // The same as the other side offers: this accepts it, and the buyer still has to check the wallet.
    const accepts = all.some((one) => one.side !== side && one.shares.seller.eq(shares.seller))
    const escrow = await withWallet(tx, { escrow: before, side, shares, wallet: proposed.wallet, now })
    await supersedeOpen(tx, { escrowId: escrow.id, side, at: now })
    await store(tx, { id: deps.newId(), escrow, proposed, side, shares, accepts, now })
    return lockEscrow(tx, escrow.id)
  })
}

type Judged = { proposed: ProposedDivision; side: Reader; now: Date }

/** Returns the shares, or why they cannot be proposed or paid. */
function judge(escrow: StoredEscrow, { proposed, side, now }: Judged): Shares | Refusal {
  const { kind, sellerAmount: typed } = proposed
  if (divisibleAs(escrow.facts) !== kind || !mayPropose(kind, side)) return refuse('division_not_possible')
  const sellerAmount = isNothing(typed) ? new Decimal(0) : parseAmount(typed, escrow.currency)
  const shares = sharesOfDivision(kind, { amount: escrow.amount, sellerAmount })
  if (!shares) return refuse('division_amount_invalid', { field: 'sellerAmount' })
  const obstacle = canSettle(escrow, shares, now)
  if (obstacle) return { ...obstacle, field: 'sellerAmount' }
  return obstacleOfWallets(escrow, { side, shares, step: 'propose', ...proposed }) ?? shares
}

type WithWallet = { escrow: StoredEscrow; side: Reader; shares: Shares; wallet: TypedWallet | null; now: Date }

async function withWallet(tx: Transaction, { escrow, side, shares, wallet, now }: WithWallet): Promise<StoredEscrow> {
  const isAsked = side === 'buyer' && shares.buyer.gt(0) && escrow.refundAddress === null
  return isAsked && wallet ? keepRefundWallet(tx, { escrow, wallet, now }) : escrow
}

type ToStore = {
  id: string
  escrow: StoredEscrow
  proposed: ProposedDivision
  side: Reader
  shares: Shares
  accepts: boolean
  now: Date
}

async function store(tx: Transaction, { id, escrow, proposed, side, shares, accepts, now }: ToStore): Promise<void> {
  const { kind, words, userId } = proposed
  await createDivision(tx, {
    id,
    escrowId: escrow.id,
    kind,
    disputeId: kind === 'offer' ? (escrow.dispute?.id ?? null) : null,
    side,
    proposedById: userId,
    shares,
    payoutAddress: escrow.payoutAddress,
    payoutMemo: escrow.payoutMemo,
    words,
    proposedAt: now,
  })
  const event = divisionEvent('proposed', { kind, shares, words }, side)
  await writeEvent(tx, { ...event, at: now, escrowId: escrow.id, userId })
  await notifyOfProposal(tx, { escrow, kind, divisionId: id, shares, now, by: userId, side, words, accepts })
}

/** Idempotent: the same form was sent twice. */
function isSame(open: StoredDivision, { proposed, shares }: { proposed: ProposedDivision; shares: Shares }): boolean {
  return open.words === proposed.words && open.shares.seller.eq(shares.seller) && open.proposedById === proposed.userId
}
