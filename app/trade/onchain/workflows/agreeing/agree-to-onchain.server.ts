import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { networkOf, takesTag } from '#app/kernel/domain/assets.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, type TypedWallet, type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { replacePayoutWallet } from '#app/settlement/payouts/workflows/wallets/replace-payout-wallet.server.ts'
import { findAgreement, type StoredAgreement, storeAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { countAgreements } from '#app/trade/onchain/db/unlocked.server.ts'
import { endChange } from '#app/trade/onchain/db/wallet-changes.server.ts'
import { MOST_AGREEMENTS } from '#app/trade/onchain/domain/limits.ts'
import { mayStillRelease, type OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { acceptInStep } from '#app/trade/terms/workflows/accept-in-step.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import { fingerprintOf } from '#app/trade/terms/workflows/seal-terms.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { askForChange } from './ask-for-change.server.ts'
import { settleDrafts } from './settle-drafts.server.ts'
import { findWalletRefusals } from './wallet-obstacle.server.ts'

/** `isAccepted`: the tick for contract and ledger date. `seenTerms`: fingerprint of the terms shown, if any were. */
export type Agreeing = {
  escrowId: string
  sellerId: string
  wallet: TypedWallet
  isAccepted: boolean
  seenTerms?: string | undefined
  seenSupplement?: string | undefined
}

/**
 * The seller states the own wallet for an on-chain escrow and accepts contract and ledger date; with them the terms,
 * unless accepted before. Until a deposit counts another wallet may replace it, also as the confirmed payout wallet;
 * deposits for the former one do not count. While a draft for it can still lock money the former wallet stays: the
 * request is stored, which stops new offers (decision 120). Repeating the agreed wallet succeeds, and withdraws such a
 * request. Refusals: escrow_not_found (of nobody's, or held by Quayside), held_accept_required, terms_changed (the
 * buyer has corrected them since the form was shown), terms_supplement_unread, held_too_late, held_locked_before,
 * held_wallets_used, held_wallet_stands, held_wallet_stands_on, held_change_late, held_no_memo, held_same_wallet,
 * held_key_disabled, held_xrp_disallowed, in_dispute, escrow_settled and the wallet_… codes.
 */
export async function agreeToOnchain(deps: Deps, asked: Agreeing): Promise<StoredEscrow | Refusal> {
  const { escrowId, sellerId } = asked
  const wallet = walletOf({ address: asked.wallet.address.trim(), memo: asked.wallet.memo.trim() })
  const found = await findPermitted(deps.db, asked, 'confirm')
  if (!found?.escrow.held) return refuse('escrow_not_found')
  const { escrow, person } = found
  const wrong = (await whyNot(deps, escrow)) ?? (await checkSellerWallet(deps, { escrow, wallet, sellerId }))
  if (wrong) return wrong
  if (!asked.isAccepted) return refuse('held_accept_required', { field: 'isAccepted' })
  const unsettled = await settleFormer(deps, { escrowId, wallet })
  if (unsettled) return unsettled
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    if (!sideFor(before, person, 'confirm')) return refuse('escrow_not_found')
    const obstacle = await whyNot(deps, before)
    if (obstacle) return obstacle
    const agreed = await findAgreement(tx, escrowId)
    const { seenTerms } = asked
    if (seenTerms !== undefined && seenTerms !== (await fingerprintOf(tx, { escrow: before, sellerId }))) {
      return refuse('terms_changed')
    }
    const now = deps.clock.now()
    if (agreed && isAgreed(agreed, wallet)) {
      await endChange(tx, { escrowId, end: 'withdrawn', at: now })
      return before
    }
    if ((await countAgreements(tx, escrowId)) >= MOST_AGREEMENTS) {
      return refuse('held_wallets_used', { field: 'walletAddress' })
    }
    const stands =
      agreed && (await askForChange(tx, { id: deps.newId(), escrow: before, agreed, askedById: sellerId, now }))
    if (stands) return stands
    const unread = await acceptInStep(tx, { escrow: before, sellerId, seenSupplement: asked.seenSupplement, now })
    if (unread) return unread
    await endChange(tx, { escrowId, end: 'made', at: now })
    const id = deps.newId()
    await storeAgreement(tx, { id, escrowId, wallet, agreedById: sellerId, agreedAt: now })
    // A confirmed escrow pays the wallet agreed now, and the buyer has to examine that wallet.
    if (before.payoutAddress !== null) {
      await replacePayoutWallet(tx, { before, wallet, by: sellerId, now })
      await scheduleDeadline(tx, { escrowId, now })
    }
    await enqueue(tx, { name: 'screen_person', payload: { userId: sellerId } })
    await enqueue(tx, { name: 'prepare_agreements', payload: { network: networkOf(before.currency) } })
    await writeEvent(tx, { kind: 'hold_agreed', at: now, escrowId, userId: sellerId, detail: { ...wallet } })
    return lockEscrow(tx, escrowId)
  })
}

function isAgreed({ sellerWallet: address, sellerTag: memo }: StoredAgreement, wallet: Wallet): boolean {
  return isSameWallet(wallet, { address, memo })
}

/** Polls the ledger for deposits to the former wallet before another replaces it. Null: nothing is in the way. */
async function settleFormer(
  deps: Deps,
  { escrowId, wallet }: { escrowId: string; wallet: Wallet },
): Promise<Refusal | null> {
  const agreed = await findAgreement(deps.db, escrowId)
  if (!agreed || isAgreed(agreed, wallet)) return null
  try {
    await settleDrafts(deps, agreed)
    return null
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse('wallet_unchecked', { field: 'walletAddress', values: { currency: agreed.terms.asset } })
  }
}

async function whyNot(deps: Deps, { facts, held }: StoredEscrow): Promise<Refusal | null> {
  if (facts.cancelledAt || held === null) return refuse('escrow_settled')
  if (facts.disputedAt) return refuse('in_dispute')
  if (facts.verifiedAt) return refuse('held_locked_before')
  const deadline = held.deadline.getTime() / 1000
  return mayStillRelease({ deadline }, deps.clock.now()) ? null : refuse('held_too_late')
}

/** Checks what was typed, then asks the ledger. The buyer's own wallet is checked before the deposit. */
async function checkSellerWallet(
  deps: Deps,
  { escrow, wallet, sellerId }: { escrow: StoredEscrow; wallet: Wallet; sellerId: string },
): Promise<Refusal | null> {
  const { currency: asset, amount, held } = escrow
  if (held === null) return refuse('escrow_not_found')
  const beside = { field: 'walletAddress' }
  const obstacle = await checkPayoutWallet(deps, { asset, amount, ...wallet, statedBy: sellerId })
  if (obstacle?.refused === 'wallet_memo_required') return refuse('held_no_memo', beside)
  if (obstacle) return obstacle
  // On the XRP Ledger an own wallet may require a tag; on Stellar a memo means an account shared with others.
  if (wallet.memo !== null && !takesTag(asset)) return refuse('held_no_memo', { field: 'walletMemo' })
  const terms: OnchainTerms = {
    asset,
    amount,
    buyerWallet: held.buyerWallet,
    sellerWallet: wallet.address,
    sellerTag: wallet.memo,
    deadline: held.deadline.getTime() / 1000,
    reference: String(escrow.reference),
  }
  const { seller } = await findWalletRefusals(deps, terms)
  return seller && { ...seller, ...beside }
}
