import type { z } from 'zod'
import type { HistoryView, LedgerMark } from '../ledger.ts'
import { ledgerAnswer, serverInfoAnswer } from './answers.ts'
import { isDenied, type Session, unavailable } from './session.server.ts'

/** The XRP Ledger counts seconds from 2000-01-01. */
export const LEDGER_EPOCH_SECONDS = 946_684_800

/** The newest validated ledger of this server. Throws LedgerUnavailable. */
export async function readNewest(session: Session): Promise<LedgerMark> {
  return toMark(await session.ask({ command: 'ledger', ledger_index: 'validated' }, ledgerAnswer))
}

/** Null: this server does not have it. Throws LedgerUnavailable. */
export async function findMark(session: Session, sequence: number): Promise<LedgerMark | null> {
  const answer = await session.askOr({ command: 'ledger', ledger_index: sequence }, ledgerAnswer, ['lgrNotFound'])
  return isDenied(answer) ? null : toMark(answer)
}

/**
 * The first ledger from which this server has all up to the newest. account_tx walks the account's own transactions, so
 * a range of millions of ledgers costs nothing.
 */
export async function readStartOfHistory(session: Session): Promise<number> {
  const { complete_ledgers: complete } = (await session.ask({ command: 'server_info' }, serverInfoAnswer)).info
  // Such as "32570-6595042,6595045-90000000": the last range is the one that is growing.
  const start = /(?:^|,)(\d{1,10})(?:-\d{1,10})?$/.exec(complete)?.[1]
  if (start === undefined) throw unavailable(`rippled has no complete ledgers ("${complete}")`)
  return Number(start)
}

/** The first and the last ledger of the history, and the one with this number. Throws LedgerUnavailable. */
export async function readHistory(session: Session, sequence: number): Promise<HistoryView> {
  const newest = await readNewest(session)
  return {
    oldest: await readStartOfHistory(session),
    newest,
    asked: await findKnownMark(session, { sequence, newest }),
  }
}

/** As `findMark`, without a request for the newest ledger or a later one (the next one is still open). */
export async function findKnownMark(
  session: Session,
  { sequence, newest }: { sequence: number; newest: LedgerMark },
): Promise<LedgerMark | null> {
  if (sequence > newest.sequence) return null
  return sequence === newest.sequence ? newest : findMark(session, sequence)
}

function toMark(answer: z.output<typeof ledgerAnswer>): LedgerMark {
  const closedAt = new Date((answer.ledger.close_time + LEDGER_EPOCH_SECONDS) * 1000)
  return { sequence: answer.ledger_index, hash: answer.ledger_hash, closedAt }
}
