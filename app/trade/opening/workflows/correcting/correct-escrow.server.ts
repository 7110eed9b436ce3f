import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { CORRECTIONS_A_DAY, canCorrect } from '#app/escrow/domain/correction.ts'
import {
  byName,
  CORRECTABLE,
  CORRECTABLE_TEXTS,
  type Correctable,
  type CorrectableTexts,
} from '#app/escrow/domain/escrow-terms.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { countEventsSince, writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, parseAmount, plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import {
  isSameWallet,
  RECEIVING_WALLET_MISSING,
  type TypedWallet,
  type Wallet,
  walletOf,
} from '#app/kernel/domain/wallet.ts'
import { storeCorrection } from '#app/trade/opening/db/openings.server.ts'
import { inviteSeller } from '#app/trade/opening/workflows/invitation/invite-seller.server.ts'
import type { WalletFrom } from '#app/trade/opening/workflows/submission.ts'
import { checkExpectedWallet, explainReceiving } from '#app/trade/opening/workflows/wallets/expected-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkFeeCovers } from './check-fee-covers.server.ts'

const DAY_MS = 24 * 3_600_000

export type Correction = CorrectableTexts & {
  escrowId: string
  buyerId: string
  /** A plain decimal in whole units of the escrow's asset. */
  amount: string
  /** Whether the buyer names the expected wallet or leaves it to the seller, who must be named then (decision 004). */
  walletFrom: Exclude<WalletFrom, 'saved'>
  /** Used with 'typed' only. With 'seller' it may contain the previous wallet, which was preset. */
  wallet: TypedWallet
  /** `correctedAt` that the page showed, an ISO string. Empty: never corrected. */
  seen: string
}

type Corrected = { amount: Decimal; texts: CorrectableTexts; wallet: Wallet | null }

/**
 * The buyer corrects an escrow to which nothing has happened yet (decision 035). The reference stays the same, so a
 * payment to an older request is judged by the current amount. The named seller is notified again. Unchanged values
 * change nothing. Refusals: escrow_not_found, escrow_amount_invalid, those of the expected wallet, correction_too_late,
 * escrow_changed, corrected_often, fee_too_small, escrow_worth_unknown.
 */
export async function correctEscrow(deps: Deps, correction: Correction): Promise<StoredEscrow | Refusal> {
  const found = await findPermitted(deps.db, correction, 'correct')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen } = found
  const amount = parseAmount(correction.amount, seen.currency)
  if (!amount) return refuse('escrow_amount_invalid', { field: 'amount' })
  const wallet = walletIn(correction, seen)
  if (isRefusal(wallet)) return wallet
  const to: Corrected = { amount, texts: correctableOf(correction), wallet }
  const trouble = await checkWallet(deps, { escrow: seen, to })
  if (trouble) return trouble
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, seen.id)
    const changed = changesOf(before, to)
    if (changed.length === 0) return before
    const refusal = await whyNot(deps, tx, { before, to, seen: correction.seen })
    if (refusal) return refusal
    const now = deps.clock.now()
    await storeCorrection(tx, { escrowId: before.id, amount, ...to.texts, wallet, at: now })
    if (changed.includes('wallet')) await enqueue(tx, { name: 'screen_person', payload: { userId: before.buyerId } })
    await writeEvent(tx, {
      kind: 'escrow_corrected',
      at: now,
      escrowId: before.id,
      userId: before.buyerId,
      detail: {
        corrected: changed,
        ...(changed.includes('amount') && { amount: plain(amount), amountBefore: plain(before.amount) }),
        from: { amount: plain(before.amount), ...correctableOf(before), wallet: expectedIn(before) },
        to: { amount: plain(amount), ...to.texts, wallet },
      },
    })
    const escrow = await lockEscrow(tx, before.id)
    const isTold = changed.some((what) => what !== 'wallet')
    if (isTold && escrow.sellerEmail !== null) {
      await inviteSeller(deps, tx, {
        event: `escrow_corrected:${escrow.id}:${now.getTime()}`,
        email: escrow.sellerEmail,
        buyerId: escrow.buyerId,
        escrow: { ...escrow, isFunded: false, isCorrected: true },
      })
    }
    return escrow
  })
}

/** Null: left to the seller. Another typed wallet is refused rather than ignored. */
function walletIn({ walletFrom, wallet: typed }: Correction, seen: StoredEscrow): Wallet | null | Refusal {
  const wallet = typed.address === '' ? null : walletOf(typed)
  if (walletFrom === 'typed') return wallet ?? RECEIVING_WALLET_MISSING
  if (seen.sellerEmail === null) return refuse('wallet_needs_seller', { field: 'walletFrom' })
  return wallet === null || isSame(wallet, expectedIn(seen))
    ? null
    : refuse('wallet_from_unclear', { field: 'walletAddress' })
}

/** Checks the wallet only if it is new, with the amount that it will receive. */
async function checkWallet(
  deps: Deps,
  { escrow, to }: { escrow: StoredEscrow; to: Corrected },
): Promise<Refusal | null> {
  const { currency } = escrow
  const { wallet } = to
  if (wallet === null || isSame(expectedIn(escrow), wallet)) return null
  const wrong = await explainReceiving(deps, { currency, wallet })
  if (wrong) return wrong
  const { buyerId, buyerWalletAddress, buyerMemoTag } = escrow
  const submission = {
    buyerId,
    currency,
    buyerWalletAddress: buyerWalletAddress ?? '',
    buyerMemoTag: buyerMemoTag ?? '',
  }
  const refusal = await checkExpectedWallet(deps, { submission, amount: to.amount, receiving: wallet })
  // This form has no checkbox to confirm one's own wallet.
  return refusal?.refused === 'wallet_is_own' ? { ...refusal, field: 'walletAddress' } : refusal
}

function changesOf(before: StoredEscrow, to: Corrected): Correctable[] {
  const stays: Record<Correctable, boolean> = {
    amount: before.amount.eq(to.amount),
    ...byName(CORRECTABLE_TEXTS, (name) => before[name] === to.texts[name]),
    wallet: isSame(expectedIn(before), to.wallet),
  }
  return CORRECTABLE.filter((what) => !stays[what])
}

function correctableOf(trade: CorrectableTexts): CorrectableTexts {
  return byName(CORRECTABLE_TEXTS, (name) => trade[name])
}

/** Null: left to the seller. */
function expectedIn({ walletAddress, walletMemo }: Pick<StoredEscrow, 'walletAddress' | 'walletMemo'>): Wallet | null {
  return walletAddress === null ? null : { address: walletAddress, memo: walletMemo }
}

function isSame(one: Wallet | null, other: Wallet | null): boolean {
  return one === null || other === null ? one === other : isSameWallet(one, other)
}

/** Checked under the lock: money may have arrived, a seller confirmed, or another tab corrected it meanwhile. */
async function whyNot(
  deps: Deps,
  tx: Transaction,
  { before, to, seen }: { before: StoredEscrow; to: Corrected; seen: string },
): Promise<Refusal | null> {
  if (!canCorrect(before)) return refuse('correction_too_late')
  if ((before.correctedAt?.toISOString() ?? '') !== seen) return refuse('escrow_changed')
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const today = await countEventsSince(tx, { kind: 'escrow_corrected', escrowId: before.id, since })
  if (today >= CORRECTIONS_A_DAY) return refuse('corrected_often', { values: { most: String(CORRECTIONS_A_DAY) } })
  return to.amount.gt(before.amount) ? checkFeeCovers(deps, tx, { escrow: before, amount: to.amount }) : null
}
