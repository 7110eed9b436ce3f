/** Payment channels: what all of their transactions share. */
import type { PayChannel } from '#harbour/rippled/engine/entries.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { accountIn, type Sandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import { hasExpired, type Surroundings } from '#harbour/rippled/engine/transactor.ts'

/** `hex`: a key of either kind (Ed25519, secp256k1). */
export function isPublicKey(hex: string): boolean {
  return /^(ED|02|03)[0-9A-F]{64}$/i.test(hex)
}

/** `id`: of the entry, as transactions name it. */
export function channelIn(state: State, id: string): PayChannel | undefined {
  const entry = state.get(id)
  return entry?.LedgerEntryType === 'PayChannel' ? entry : undefined
}

/** Whether it has expired: the next transaction that touches it then closes it instead. */
export function isOver({ CancelAfter, Expiration }: PayChannel, surroundings: Surroundings): boolean {
  return hasExpired(CancelAfter, surroundings) || hasExpired(Expiration, surroundings)
}

/** The unclaimed rest goes back to the owner. */
export function closeChannel(channel: PayChannel, state: Sandbox): ResultCode {
  const owner = accountIn(state, channel.Account)
  if (owner === undefined) throw new Error(`${channel.Account} vanished though it owns a channel.`)
  const left = BigInt(channel.Amount) - BigInt(channel.Balance)
  state.put({ ...owner, Balance: String(BigInt(owner.Balance) + left), OwnerCount: owner.OwnerCount - 1 })
  state.erase(channel)
  return 'tesSUCCESS'
}
