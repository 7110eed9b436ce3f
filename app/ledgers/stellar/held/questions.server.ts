/** What is asked of Horizon for many purposes: the next number of an account, the ledger's clock, what happened to a balance. */
import { accountAnswer, rootAnswer } from '../answers.ts'
import type { Horizon } from '../horizon/horizon.server.ts'
import { type HeldOperationAnswer, heldOperationsAnswer } from './answers.ts'

/** As many as Horizon gives at once. */
export const PAGE = 200

/** The number that its next transaction uses up. Null: no such account. */
export async function readNextSequence(horizon: Horizon, address: string): Promise<string | null> {
  const found = await horizon.get(`/accounts/${encodeURIComponent(address)}`, accountAnswer)
  return found && (BigInt(found.body.sequence) + 1n).toString()
}

/** The ledger's own clock, by which all its dates go. Unix seconds. */
export async function readClock(horizon: Horizon): Promise<number> {
  const { history_latest_ledger_closed_at: closedAt } = await horizon.read('/', rootAnswer)
  return Math.floor(Date.parse(closedAt) / 1000)
}

/** The first or last of them, as many as a page has; failed ones are none. */
export async function readOperations(
  horizon: Horizon,
  path: string,
  order: 'asc' | 'desc',
): Promise<HeldOperationAnswer[]> {
  const answer = await horizon.get(`${path}?order=${order}&limit=${PAGE}`, heldOperationsAnswer)
  return (answer?.body._embedded.records ?? []).filter(({ transaction_successful: isDone }) => isDone)
}
