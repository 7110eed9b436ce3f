/** Acts of play wallets on Stellar, without Quayside. */
import { Account, Asset, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk'
import { z } from 'zod'
import { type PlayName, stellarPlayKey } from '#harbour/accounts.ts'
import type { World } from '#tests/support/world/world.ts'
import { sendWrapped, signedByBoth } from './onchain-exits.ts'
import { until } from './onchain-trades.ts'

const accountSchema = z.object({ sequence: z.string() })

/** Sends these from a play wallet, and waits until they are in a ledger. Throws when the ledger refuses them. */
export async function actOnStellar(
  { harbour, deps }: World,
  name: PlayName,
  operations: xdr.Operation[],
): Promise<void> {
  const key = stellarPlayKey(name)
  const load = async () =>
    accountSchema.parse(await (await fetch(`${harbour.horizon.url}/accounts/${key.publicKey()}`)).json())
  const { sequence } = await load()
  const builder = new TransactionBuilder(new Account(key.publicKey(), sequence), {
    fee: '1000',
    networkPassphrase: deps.chains.stellar,
    timebounds: { minTime: 0, maxTime: 0 },
  })
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.build()
  transaction.sign(key)
  const { taken, note } = await deps.held.stellar.send(transaction.toEnvelope().toXdr('base64'))
  if (!taken) throw new Error(`not taken: ${note}`)
  await until(async () => (await load()).sequence === transaction.sequence, 'the transaction is in a ledger')
}

/** Both parties use up the next sequence number of a two-signature account, and change nothing. */
export async function spendNumber(world: World, account: string): Promise<void> {
  const { deps, harbour } = world
  const load = async () => accountSchema.parse(await (await fetch(`${harbour.horizon.url}/accounts/${account}`)).json())
  const { sequence } = await load()
  const transaction = new TransactionBuilder(new Account(account, sequence), {
    fee: '0',
    networkPassphrase: deps.chains.stellar,
    timebounds: { minTime: '0', maxTime: String(Math.floor(deps.clock.now().getTime() / 1000) + 3_600) },
  })
    .addOperation(Operation.setOptions({}))
    .build()
  const hash = Buffer.from(transaction.hash()).toString('hex')
  await sendWrapped(
    world,
    signedByBoth(world, { xdr: transaction.toEnvelope().toXdr('base64'), hash, validUntil: '0' }),
  )
  await until(async () => (await load()).sequence === transaction.sequence, 'the number is used up')
}

/** The smallest amount of USDC, to any account with a trust line. */
export function dustOf({ deps }: World, destination: string): xdr.Operation {
  return Operation.payment({ destination, asset: usdcOf({ deps }), amount: '0.0000001' })
}

export function usdcOf({ deps }: Pick<World, 'deps'>): Asset {
  return new Asset('USDC', deps.settings.issuers.USDC)
}
