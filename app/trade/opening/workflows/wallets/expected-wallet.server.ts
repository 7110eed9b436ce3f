/** The wallets that a buyer states on /submit: the expected payout wallet and the own paying wallet. */
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { type Asset, looksLikeAddress, networkOf } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, RECEIVING_WALLET_MISSING, type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { checkPayoutWallet, isOurs } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { explainPasted } from '#app/settlement/payouts/workflows/wallets/explain-pasted.server.ts'
import { refuseListed } from '#app/settlement/payouts/workflows/wallets/refuse-listed.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { EscrowSubmission } from '../submission.ts'
import { checkXlmBalance } from './check-xlm-balance.server.ts'

/**
 * Returns the typed wallet, or the one saved for the named seller. Null: left to the seller, who must be named
 * (decision 004). Refusals: receiving_wallet_required (spec §5: if none is saved), receiving_wallet_invalid,
 * wallet_from_unclear, wallet_needs_seller, wallet_saved_for_another and those of explainPasted.
 */
export async function findExpectedWallet(deps: Deps, submission: EscrowSubmission): Promise<Wallet | null | Refusal> {
  const { currency, walletFrom, walletAddress, walletMemo } = submission
  // A typed wallet is never ignored silently.
  if (walletFrom !== 'typed' && walletAddress !== '') return refuse('wallet_from_unclear', { field: 'walletAddress' })
  if (walletFrom === 'seller') {
    return submission.sellerEmail === '' ? refuse('wallet_needs_seller', { field: 'sellerEmail' }) : null
  }
  if (walletFrom === 'saved') return findSavedWallet(deps, submission)
  if (walletAddress === '') return RECEIVING_WALLET_MISSING
  const wallet = walletOf({ address: walletAddress, memo: walletMemo })
  return (await explainReceiving(deps, { currency, wallet })) ?? wallet
}

/** Null: a valid wallet of the currency. Refusals: receiving_wallet_invalid, those of explainPasted. */
export async function explainReceiving(
  deps: Deps,
  { currency, wallet }: { currency: Asset; wallet: Wallet },
): Promise<Refusal | null> {
  const about = { field: 'walletAddress', values: { currency } }
  return explainWrong(deps, { asset: currency, ...wallet, about }, 'receiving')
}

/** A wallet saved for one seller is never used for another (product.md §3). */
async function findSavedWallet(
  deps: Deps,
  { buyerId, currency, sellerEmail }: EscrowSubmission,
): Promise<Wallet | Refusal> {
  const saved = await deps.db.user.findUniqueOrThrow({
    where: { id: buyerId },
    select: { walletAddress: true, walletMemo: true, walletCurrency: true, walletSellerEmail: true },
  })
  if (saved.walletAddress === null || saved.walletSellerEmail === null || saved.walletCurrency !== currency) {
    return RECEIVING_WALLET_MISSING
  }
  if (saved.walletSellerEmail !== normalizeEmail(sellerEmail)) {
    return refuse('wallet_saved_for_another', { field: 'walletAddress', values: { email: saved.walletSellerEmail } })
  }
  return { address: saved.walletAddress, memo: saved.walletMemo }
}

/** Null: valid, or none. Refusals: buyer_wallet_invalid, wallet_is_ours, wallet_not_possible, explainPasted's. */
export async function checkPayingWallet(deps: Deps, submission: EscrowSubmission): Promise<Refusal | null> {
  const { buyerId, currency: asset, buyerWalletAddress: address, buyerMemoTag } = submission
  if (address === '') return null
  const about = { field: 'buyerWalletAddress', values: { currency: asset } }
  const wrong = await explainWrong(deps, { asset, address, memo: buyerMemoTag || null, about }, 'buyer')
  if (wrong) return wrong
  if (await isOurs(deps, address)) return refuse('wallet_is_ours', { field: about.field })
  return refuseListed(deps, { address, statedBy: buyerId, field: about.field })
}

type Typed = Wallet & { asset: Asset; about: { field: string; values: Record<string, string> } }

/** The specification's refusal with an explanation of what was pasted, or the wallet that was read out of it. */
async function explainWrong(
  deps: Deps,
  { asset, address, memo, about }: Typed,
  which: 'receiving' | 'buyer',
): Promise<Refusal | null> {
  const pasted = await explainPasted(deps, { asset, address, memo, field: about.field })
  if (pasted?.refused === 'wallet_read_as' || pasted?.refused === 'wallet_read_as_memo') return pasted
  if (!pasted && isWallet(deps, asset, address)) return null
  const code = `${which}_wallet_invalid` as const
  return refuse(code, {
    ...about,
    ...(pasted && { and: pasted.refused, values: { ...about.values, ...pasted.values } }),
  })
}

function isWallet(deps: Deps, currency: Asset, address: string): boolean {
  return looksLikeAddress(currency, address) && deps.ledgers[networkOf(currency)].isAddress(address)
}

/** Obstacles that only the seller can remove. */
const OF_SELLER: readonly RefusalCode[] = [
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_deposit_auth',
]

/** The part of a submission that this check needs. */
type Payer = Pick<EscrowSubmission, 'buyerId' | 'currency' | 'buyerWalletAddress' | 'buyerMemoTag' | 'meansOwnWallet'>

/**
 * Checks that the expected wallet can be paid, like the seller's confirmation, after the spec's check for XLM.
 * Refusals: wallet_is_ours, wallet_is_own (not confirmed by the buyer), those of checkXlmBalance and checkPayoutWallet.
 */
export async function checkExpectedWallet(
  deps: Deps,
  { submission, amount, receiving }: { submission: Payer; amount: Decimal; receiving: Wallet },
): Promise<Refusal | null> {
  const { buyerId, currency, buyerWalletAddress } = submission
  if (await isOurs(deps, receiving.address)) return refuse('wallet_is_ours', { field: 'walletAddress' })
  const paying = buyerWalletAddress || null
  const own = walletOf({ address: buyerWalletAddress, memo: submission.buyerMemoTag })
  if (isSameWallet(own, receiving) && !submission.meansOwnWallet)
    return refuse('wallet_is_own', { field: 'meansOwnWallet' })
  const balance = await checkXlmBalance(deps, { currency, amount, receiving: receiving.address, paying })
  if (balance) return balance
  const obstacle = await checkPayoutWallet(deps, { asset: currency, amount, ...receiving, statedBy: buyerId })
  return obstacle && OF_SELLER.includes(obstacle.refused) ? { ...obstacle, and: 'wallet_of_seller' } : obstacle
}
