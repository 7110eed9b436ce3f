import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Share } from '#app/trade/onchain/domain/settlement.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { OnchainMoment, OnchainObstacle, OnchainObstacles } from '../../onchain.ts'
import { findObstacle, readBaseReserve, type StellarSettings, spendableOf } from '../accounts.server.ts'
import { accountAnswer } from '../answers.ts'
import { NATIVE } from '../assets.ts'
import { fromStroops, isStellarAddress } from '../envelope.server.ts'
import type { Horizon } from '../horizon/horizon.server.ts'
import { WALLET_FEE } from './transactions.server.ts'

/** A claimable balance takes one base reserve for each claimant. */
const CLAIMANTS = 2

export async function findObstacles(
  horizon: Horizon,
  { terms, when }: { terms: OnchainTerms; when: OnchainMoment },
  settings: StellarSettings,
): Promise<OnchainObstacles> {
  const { buyerWallet, sellerWallet } = terms
  if (buyerWallet === sellerWallet) return { buyer: 'same_wallet', seller: 'same_wallet' }
  const find = (address: string) =>
    when === 'before_locking'
      ? findDepositObstacle(horizon, { terms, address }, settings)
      : findPayObstacle(horizon, { terms, address, shares: when.shares }, settings)
  const [buyer, seller] = [await find(buyerWallet), await find(sellerWallet)]
  const isShort = buyer === null && when === 'before_locking' && !(await canDeposit(horizon, terms, settings))
  return { buyer: isShort ? 'funds_short' : buyer, seller }
}

/** For a wallet that has to sign, and to be paid or refunded. */
async function findDepositObstacle(
  horizon: Horizon,
  { terms, address }: { terms: OnchainTerms; address: string },
  settings: StellarSettings,
): Promise<OnchainObstacle | null> {
  // The buyer's money is still on the trust line, so it leaves room for its return.
  const room = address === terms.buyerWallet ? new Decimal(0) : terms.amount
  const obstacle = await findReceiveObstacle(horizon, { asset: terms.asset, address, amount: room }, settings)
  if (obstacle !== null) return obstacle
  const account = await horizon.get(`/accounts/${address}`, accountAnswer)
  const own = account?.body.signers.find(({ key }) => key === address)
  return own?.weight === 0 ? 'key_disabled' : null
}

/** A party that gets nothing has no obstacle, whatever happened to its wallet. */
async function findPayObstacle(
  horizon: Horizon,
  { terms, address, shares }: { terms: OnchainTerms; address: string; shares: readonly Share[] },
  settings: StellarSettings,
): Promise<OnchainObstacle | null> {
  const amount = shares.find((share) => share.address === address)?.amount
  if (amount === undefined) return null
  return findReceiveObstacle(horizon, { asset: terms.asset, address, amount: new Decimal(amount) }, settings)
}

async function findReceiveObstacle(
  horizon: Horizon,
  { asset, address, amount }: { asset: OnchainTerms['asset']; address: string; amount: Decimal },
  settings: StellarSettings,
): Promise<OnchainObstacle | null> {
  if (!isStellarAddress(address)) return 'address_invalid'
  // A payout in XLM creates a missing account; a settlement does not.
  if ((await horizon.get(`/accounts/${address}`, accountAnswer)) === null) return 'account_missing'
  return findObstacle(horizon, { asset, address, memo: null, amount }, settings)
}

async function canDeposit(
  horizon: Horizon,
  { asset, amount, buyerWallet: account }: OnchainTerms,
  settings: StellarSettings,
): Promise<boolean> {
  const own = (await readBaseReserve(horizon)).times(CLAIMANTS).plus(fromStroops(WALLET_FEE))
  const spendable = async (of: Asset) => (await spendableOf(horizon, { account, asset: of }, settings)) ?? own.times(0)
  const xlm = await spendable(NATIVE)
  if (asset === NATIVE) return xlm.gte(amount.plus(own))
  return xlm.gte(own) && (await spendable(asset)).gte(amount)
}
