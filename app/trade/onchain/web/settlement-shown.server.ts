import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import type { OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import type {
  ApprovalView,
  ExpiryView,
  SettlementView,
  SigningView,
} from '#app/trade/onchain/domain/signing/signing-view.ts'
import { findDraftToSign } from '#app/trade/onchain/workflows/approving/draft-approval.server.ts'
import { findReturnToSign } from '#app/trade/onchain/workflows/returning/sign-return.server.ts'
import { findClosingToSign } from '#app/trade/onchain/workflows/settled/sign-closing.server.ts'
import { offerShare } from '#app/trade/onchain/workflows/settled/take-share.server.ts'
import { settlementToSign } from '#app/trade/onchain/workflows/sign-settlement.server.ts'
import { askToSign } from './signing-request.server.ts'

type Asking = { escrow: { id: string; transactionId: string; currency: Asset }; userId: string; wallet: string | null }

/** Null: the reader has nothing to sign, or the ledger does not answer. */
export async function showSettlement({ escrow, userId, wallet }: Asking): Promise<SettlementView | null> {
  // On the XRP Ledger nobody signs a settlement.
  if (wallet === null || custodyFactsOf(escrow.currency).settledBy !== 'signatures') return null
  const exit = await settlementToSign(deps, { escrowId: escrow.id, userId })
  if (isRefusal(exit) || !exit.wallets.includes(wallet) || exit.signed.includes(wallet)) return null
  const { kind, xdr, hash } = exit
  return { kind, xdr, wallet, ...askToSign({ escrow, xdr, hash, wallet }) }
}

/** The buyer's approval that awaits the wallet's signature. Null: none, or the escrow has changed since. */
export async function showApproval({ escrow, userId, wallet }: Asking): Promise<ApprovalView | null> {
  if (wallet === null || custodyFactsOf(escrow.currency).settledBy !== 'signatures') return null
  const draft = await findDraftToSign(deps, { escrowId: escrow.id, userId })
  if (draft === null) return null
  const { xdr, hash } = draft
  return { kind: 'approval', xdr, wallet, ...askToSign({ escrow, xdr, hash, wallet }) }
}

/** What else can be signed: the reader's own share first. Null: nothing, or the ledger does not answer. */
export async function showOnchainOutstanding({ escrow, userId, wallet }: Asking): Promise<SigningView | null> {
  if (wallet === null || custodyFactsOf(escrow.currency).settledBy !== 'signatures') return null
  const share = await offerShare(deps, { escrowId: escrow.id, userId })
  if (share && !isRefusal(share)) {
    const { xdr, hash } = share
    return { kind: 'take', xdr, wallet: share.wallet, ...askToSign({ escrow, xdr, hash, wallet: share.wallet }) }
  }
  const closing = await findClosingToSign(deps, escrow.id)
  if (closing === null) return null
  const { xdr, hash } = closing
  return { kind: 'closing', xdr, wallet, ...askToSign({ escrow, xdr, hash, wallet }) }
}

/** The early return that the buyer has asked for on the page. Null: none awaits the wallet. */
export async function showReturn({ escrow }: Pick<Asking, 'escrow'>): Promise<SigningView | null> {
  const open = await findReturnToSign(deps, escrow.id)
  if (open === null) return null
  const { xdr, hash, back } = open
  const { wallet } = back
  return { kind: 'return', xdr, wallet, ...askToSign({ escrow, xdr, hash, wallet }) }
}

type Lapsing = { escrow: { currency: Asset }; hold: OnchainView; reader: Reader | null; exit: SettlementView | null }

/** Null before the ledger date. On the XRP Ledger nobody has to act after it. */
export function showExpiry({ escrow: { currency: asset }, hold, reader, exit }: Lapsing): ExpiryView | null {
  const deadline = Date.parse(hold.until) / 1000
  if (!hasLapsed({ asset, deadline }, deps.clock.now())) return null
  return { isReaders: (reader === 'buyer' && hold.mayClaim) || exit !== null }
}
