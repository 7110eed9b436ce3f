/** A dishonest side and a stranger who act on Stellar while the worker settles, and the claims of shares set aside. */
import { Operation, Asset as StellarAsset } from '@stellar/stellar-sdk'
import { z } from 'zod'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { findShares } from '#app/trade/onchain/db/signing/closings.server.ts'
import { followShares } from '#app/trade/onchain/workflows/settled/take-share.server.ts'
import { type PlayName, stellarPlayKey } from '#harbour/accounts.ts'
import { agreementOf, signedBy, until } from '#tests/support/onchain/onchain-trades.ts'
import { actOnStellar, dustOf, usdcOf } from '#tests/support/onchain/stellar-acts.ts'
import type { World } from '#tests/support/world/world.ts'

type Of = { asset: Asset; escrowId: string }
/** Who gets a share; the seller's in which wallet. */
export type Paid = { buyer: boolean; seller: boolean; sellerName: PlayName }

/**
 * Sends dust and closes the USDC trust lines that the other's payment could depend on: of a side without a share, or of
 * both when both have one. Runs the work, then opens the lines again.
 */
export async function amidMeddling(world: World, of: Of, paid: Paid, work: () => Promise<void>): Promise<void> {
  const { account } = await agreementOf(world, of.escrowId)
  if (of.asset === 'XRP' || account === null) return work()
  const dust =
    of.asset === 'USDC'
      ? dustOf(world, account)
      : Operation.payment({ destination: account, asset: StellarAsset.native(), amount: '0.0000001' })
  await actOnStellar(world, 'usdc-issuer', [dust])
  const isShared = paid.buyer && paid.seller
  const names: PlayName[] = [
    ...(isShared || !paid.buyer ? (['buyer'] as const) : []),
    ...(isShared || !paid.seller ? [paid.sellerName] : []),
  ]
  if (of.asset === 'USDC') {
    for (const name of names) {
      const limit = await usdcOn(world, name)
      await actOnStellar(world, name, [Operation.changeTrust({ asset: usdcOf(world), limit })])
    }
  }
  try {
    await work()
  } finally {
    if (of.asset === 'USDC') {
      for (const name of names) await actOnStellar(world, name, [Operation.changeTrust({ asset: usdcOf(world) })])
    }
  }
}

/** Each wallet claims its share set aside, with the transaction that the page would show. */
export async function takeShares(world: World, { escrowId }: Of, sellerName: PlayName): Promise<void> {
  const { db, held } = world.deps
  for (const { balanceId, side } of await findShares(db, escrowId)) {
    const name = side === 'buyer' ? 'buyer' : sellerName
    const take = await held.stellar.writeTake({ wallet: stellarPlayKey(name).publicKey(), balanceId })
    if (take === null) throw new Error(`${name} has no account`)
    await held.stellar.send(signedBy(world, name, take))
    await until(async () => (await held.stellar.findClaim(balanceId)) !== null, 'the share is taken')
  }
  await followShares(world.deps, escrowId)
  const waiting = (await findShares(db, escrowId)).filter(({ takenBy }) => takenBy === null)
  if (waiting.length > 0) throw new Error(`shares of ${escrowId} are not known to be taken`)
}

const accountSchema = z.object({
  balances: z.array(z.object({ asset_code: z.string().optional(), balance: z.string() })),
})

async function usdcOn({ harbour }: World, name: PlayName): Promise<string> {
  const answer = await fetch(`${harbour.horizon.url}/accounts/${stellarPlayKey(name).publicKey()}`)
  const { balances } = accountSchema.parse(await answer.json())
  return balances.find(({ asset_code: code }) => code === 'USDC')?.balance ?? '0'
}
