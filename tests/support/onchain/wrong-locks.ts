/** Deposits on Stellar that do not count, found by the worker. */
import { Asset, Claimant, Operation } from '@stellar/stellar-sdk'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { sendReturn } from '#app/trade/onchain/workflows/returning/send-return.server.ts'
import { findReturnToSign } from '#app/trade/onchain/workflows/returning/sign-return.server.ts'
import type { PlayName } from '#harbour/accounts.ts'
import type { World } from '#tests/support/world/world.ts'
import { deposit, pollDeposits } from './holds.ts'
import { agreementOf, signedBy, until } from './onchain-trades.ts'
import { actOnStellar } from './stellar-acts.ts'

export const depositsOf = ({ deps }: World, escrowId: string) =>
  deps.db.holdLock.findMany({ where: { escrowId }, orderBy: [{ foundAt: 'asc' }, { id: 'asc' }] })

/** The buyer's wallet deposits something else than agreed, 7 by default. Returns what was found. */
export async function depositWrongly(
  world: World,
  escrowId: string,
  changes: Partial<OnchainTerms> = { amount: new Decimal(7) },
): Promise<string> {
  const known = new Set((await depositsOf(world, escrowId)).map(({ id }) => id))
  await deposit(world, await agreementOf(world, escrowId), changes)
  await pollDeposits(world)
  const found = (await depositsOf(world, escrowId)).find(({ id }) => !known.has(id))
  if (found === undefined) throw new Error('nothing was found')
  return found.id
}

/** Anybody creates a balance that the trade's account may claim. */
export async function depositAsStranger(world: World, escrowId: string, name: PlayName = 'friend'): Promise<void> {
  const { account } = await agreementOf(world, escrowId)
  const claimants = [new Claimant(account ?? '')]
  const balance = Operation.createClaimableBalance({ asset: Asset.native(), amount: '1', claimants })
  await actOnStellar(world, name, [balance])
}

/** The buyer's wallet signs what the page shows. */
export async function signedReturn(world: World, escrowId: string): Promise<string> {
  const open = await findReturnToSign(world.deps, escrowId)
  if (open === null) throw new Error('nothing waits for the buyer’s wallet')
  return signedBy(world, 'buyer', open)
}

export async function followReturn(world: World, escrowId: string): Promise<void> {
  await until(async () => {
    await sendReturn(world.deps, { escrowId })
    return (await world.deps.db.holdReturn.count({ where: { escrowId, endedAt: null } })) === 0
  }, 'the early return is over')
}
