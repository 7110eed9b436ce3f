/** The balances of a world's play accounts, from the ledgers. */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PlayName } from '#harbour/accounts.ts'
import { walletOf } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'

type Holding = { asset: Asset; name: PlayName }

/** In whole units of the asset; zero without an account or trust line. */
export async function holds({ deps }: World, { asset, name }: Holding): Promise<Decimal> {
  return (await deps.ledgers[networkOf(asset)].balance(walletOf(asset, name), asset)) ?? new Decimal(0)
}

/** The amount that arrives at a play account meanwhile, as a plain decimal. */
export async function gained(world: World, of: Holding, happen: () => Promise<unknown>): Promise<string> {
  const before = await holds(world, of)
  await happen()
  return (await holds(world, of)).minus(before).toFixed()
}
