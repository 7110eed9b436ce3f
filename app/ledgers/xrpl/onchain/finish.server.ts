/**
 * The last check before a secret is shown: all that a finish depends on, in the newest validated ledger. The finish
 * goes into one of the next ledgers, so a change by a party in between costs at most our fee.
 */
import { mayStillRelease } from '#app/settlement/custody/domain/date.ts'
import type { Payee } from '../../ledger.ts'
import type { EscrowKey } from '../../onchain.ts'
import { findObstacle } from '../accounts.server.ts'
import { ledgerEntryAnswer } from '../answers.ts'
import { readNewest } from '../history.server.ts'
import { isDenied, type Session } from '../session.server.ts'

/** `deadline` in unix seconds. */
export type FinishOf = EscrowKey & { seller: Payee; deadline: number }

/**
 * Why a finish must not be sent now, for the log; null: no obstacle. By ledger time none is sent in the last ten
 * minutes before the deadline: it could fail after showing the secret. Throws LedgerUnavailable.
 */
export async function whyNoFinish(
  session: Session,
  { owner, sequence, seller, deadline }: FinishOf,
  keeper: { address: string; ownAccounts: string[] },
): Promise<string | null> {
  const newest = await readNewest(session)
  if (!mayStillRelease({ deadline }, newest.closedAt)) return 'its date is too near'
  const request = { command: 'ledger_entry', escrow: { owner, seq: sequence }, ledger_index: newest.sequence }
  const entry = await session.askOr(request, ledgerEntryAnswer, ['entryNotFound'])
  if (isDenied(entry)) return 'the escrow has ended'
  const of = { ownAccounts: keeper.ownAccounts, payers: [keeper.address], ledger: newest.sequence }
  const obstacle = await findObstacle(async () => session, seller, of)
  return obstacle === null ? null : `the seller's wallet: ${obstacle}`
}
