/** Gives deposits that do not count back to the buyer's wallet before the deadline (docs/decisions/118). */

import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { SECONDS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import type { OnchainReturn } from '#app/trade/onchain/domain/early-return.ts'
import { lastReleaseAt, type OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { OnchainBalance, UnsignedTransaction } from '../../onchain.ts'
import { accountAnswer } from '../answers.ts'
import { assetOfName, NATIVE } from '../assets.ts'
import type { Horizon } from '../horizon/horizon.server.ts'
import { claimableBalanceAnswer } from './answers.ts'
import { readClock, readNextSequence } from './questions.server.ts'
import { allowsAt } from './readings.ts'
import { buildReturn, type Chain, transactionHashOf, xdrOf } from './transactions.server.ts'

type Asked = { terms: OnchainTerms; of: OnchainBalance }

/** Null: the balance or account is gone, the account cannot claim it now, or cannot hold the asset. */
export async function readReturnable(horizon: Horizon, { terms, of }: Asked, chain: Chain) {
  const { account, balanceId } = of
  const path = `/claimable_balances/${encodeURIComponent(balanceId)}`
  const balance = (await horizon.get(path, claimableBalanceAnswer))?.body
  if (balance === undefined) return null
  const asset = assetOfName(balance.asset, chain.issuers)
  // The account has XLM, and a trust line for the agreed asset only.
  if (asset !== NATIVE && asset !== terms.asset) return null
  if ((await horizon.get(`/accounts/${encodeURIComponent(account)}`, accountAnswer)) === null) return null
  const now = await readClock(horizon)
  const own = balance.claimants.find(({ destination }) => destination === account)
  if (!own || !allowsAt(own.predicate, now)) return null
  return { asset, amount: plain(new Decimal(balance.amount)), now }
}

export async function writeReturn(
  horizon: Horizon,
  { terms, of }: Asked,
  chain: Chain,
): Promise<(UnsignedTransaction & { back: OnchainReturn }) | null> {
  const wallet = terms.buyerWallet
  const found = await readReturnable(horizon, { terms, of }, chain)
  const sequence = found && (await readNextSequence(horizon, wallet))
  if (!found || sequence === null) return null
  const { asset, amount, now } = found
  const maxTime = Math.min(now + SECONDS_TO_SIGN, lastReleaseAt(terms))
  const back = { asset, amount, ...of, wallet, sequence, maxTime }
  const transaction = buildReturn(back, chain)
  return { hash: transactionHashOf(transaction), xdr: xdrOf(transaction), validUntil: String(maxTime), back }
}
