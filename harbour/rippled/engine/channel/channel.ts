/** Payment channels as all of their transactions see them. */
import type { PayChannel } from '#harbour/rippled/engine/entries.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { accountIn, type Sandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import { hasExpired, type Surroundings } from '#harbour/rippled/engine/transactor.ts'

/** Hexadecimal, of either kind of key. */
export function isPublicKey(hex: string): boolean {
  return /^(ED|02|03)[0-9A-F]{64}$/i.test(hex)
}

/** @param id of the entry, as transactions name it */
export function channelIn(state: State, id: string): PayChannel | undefined {
  const entry = state.get(id)
  return entry?.LedgerEntryType === 'PayChannel' ? entry : undefined
}

/** Whether its time is up: whoever touches it then closes it, whatever else was wanted. */
export function isOver({ CancelAfter, Expiration }: PayChannel, surroundings: Surroundings): boolean {
  return hasExpired(CancelAfter, surroundings) || hasExpired(Expiration, surroundings)
}

/** What was not claimed goes back to its owner. */
export function closeChannel(channel: PayChannel, state: Sandbox): ResultCode {
  const owner = accountIn(state, channel.Account)
  if (owner === undefined) throw new Error(`${channel.Account} vanished though it owns a channel.`)
  const left = BigInt(channel.Amount) - BigInt(channel.Balance)
  state.put({ ...owner, Balance: String(BigInt(owner.Balance) + left), OwnerCount: owner.OwnerCount - 1 })
  state.erase(channel)
  return 'tesSUCCESS'
}
