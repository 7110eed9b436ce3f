import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { OnchainStep } from '#app/trade/onchain/domain/onchain-view.ts'
import type { OfferView } from '#app/trade/onchain/domain/signing/signing-view.ts'
import { offerDeposit } from '#app/trade/onchain/workflows/agreeing/offer-deposit.server.ts'
import { askToSign } from './signing-request.server.ts'

type Asking = { step: OnchainStep; escrow: { id: string; transactionId: string }; buyerId: string; wallet: string }

/** Null where no deposit is due now. Asks the ledger. */
export async function showOffer({ step, escrow, buyerId, wallet }: Asking): Promise<OfferView | null> {
  if (step !== 'lock') return null
  const offer = await orRefuse(offerDeposit(deps, { escrowId: escrow.id, buyerId }), 'wallet_unchecked')
  if (isRefusal(offer)) return { network: null, buyer: offer, seller: null }
  if (offer.network === null) return offer
  if (offer.network === 'xrpl') {
    const { draft, validUntil: until } = offer
    return { network: 'xrpl', json: JSON.stringify(draft, null, 2), validUntil: until.toISOString() }
  }
  const { xdr, hash, validUntil } = offer
  const until = new Date(Number(validUntil) * 1000).toISOString()
  return { network: 'stellar', xdr, hash, validUntil: until, ...askToSign({ escrow, xdr, hash, wallet }) }
}
