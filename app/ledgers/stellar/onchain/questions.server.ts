import { accountAnswer, rootAnswer } from '../answers.ts'
import type { Horizon } from '../horizon/horizon.server.ts'
import { type OnchainOperationAnswer, onchainOperationsAnswer } from './answers.ts'

/** Horizon's largest page. */
export const PAGE_SIZE = 200

/** The account's next sequence number. Null: no such account. */
export async function readNextSequence(horizon: Horizon, address: string): Promise<string | null> {
  const found = await horizon.get(`/accounts/${encodeURIComponent(address)}`, accountAnswer)
  return found && (BigInt(found.body.sequence) + 1n).toString()
}

/** The close time of the newest ledger, by which all deadlines of the ledger are measured. Unix seconds. */
export async function readClock(horizon: Horizon): Promise<number> {
  const { history_latest_ledger_closed_at: closedAt } = await horizon.read('/', rootAnswer)
  return Math.floor(Date.parse(closedAt) / 1000)
}

/** The first or last page of successful operations. */
export async function readOperations(
  horizon: Horizon,
  path: string,
  order: 'asc' | 'desc',
): Promise<OnchainOperationAnswer[]> {
  const answer = await horizon.get(`${path}?order=${order}&limit=${PAGE_SIZE}`, onchainOperationsAnswer)
  return (answer?.body._embedded.records ?? []).filter(({ transaction_successful: isDone }) => isDone)
}
