/** The trades of the drill: of the demo buyer and seller, funded, confirmed and waiting for approval. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { App } from '#tests/support/app/app.ts'
import { untilFunded } from '#tests/support/app/app-moments.ts'
import { playAddress } from '../trade/harbour.ts'
import { contract } from '../trade/papers.ts'
import { confirmShipment, openEscrow, type Person } from '../trade/steps.ts'

export type Trade = { asset: Asset; amount: string; txid: string }

/** Signed in once: too many sign-ins in a row are refused. */
export type People = { buyer: Person; seller: Person }

export async function signInBoth(app: App): Promise<People> {
  return { buyer: await app.signIn('paid.buyer'), seller: await app.signIn('seller') }
}

export async function openTrade(
  app: App,
  { buyer, seller }: People,
  { asset, amount }: Omit<Trade, 'txid'>,
): Promise<Trade> {
  const wallet = playAddress('seller', asset)
  const papers = { contract: contract(`${amount} ${asset}`), sellerEmail: seller.email }
  const { txid, uri } = await openEscrow(buyer, { asset, amount, wallet, ...papers })
  await app.harbour.pay({ from: 'buyer', uri })
  await untilFunded(app, txid)
  await confirmShipment(seller, { txid, wallet, files: {} })
  return { asset, amount, txid }
}
