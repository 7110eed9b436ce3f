/** What changed the XRP of an account: the balances in the metadata of its transactions. */
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerMovement, Movements } from '../ledger.ts'
import { accountTxAnswer, type ValidatedTransaction } from './answers.ts'
import { fromDrops, xrpChange } from './payments.ts'
import { isDenied, type Session } from './session.server.ts'

const PAGE = 200

/** Newest first. Throws LedgerUnavailable. */
export async function readMovements(
  session: Session,
  { account, until, limit }: { account: string; until: string | null; limit: number },
): Promise<Movements> {
  const movements: LedgerMovement[] = []
  let marker: unknown
  while (movements.length < limit) {
    const request = {
      command: 'account_tx',
      account,
      ledger_index_min: -1,
      ledger_index_max: -1,
      forward: false,
      limit: Math.min(PAGE, limit - movements.length),
      ...(marker !== undefined && { marker }),
    }
    const answer = await session.askOr(request, accountTxAnswer, ['actNotFound'])
    if (isDenied(answer)) return { movements, isWhole: true }
    const newestFirst = answer.transactions.toSorted(
      (a, b) => b.ledger_index - a.ledger_index || b.meta.TransactionIndex - a.meta.TransactionIndex,
    )
    const end = newestFirst.findIndex(({ hash }) => hash === until)
    const own = end < 0 ? newestFirst : newestFirst.slice(0, end)
    movements.push(...own.map((transaction) => toMovement(transaction, account)))
    if (end >= 0 || answer.marker === undefined) return { movements, isWhole: true }
    marker = answer.marker
  }
  return { movements, isWhole: false }
}

function toMovement(transaction: ValidatedTransaction, account: string): LedgerMovement {
  const { tx_json: tx, hash, close_time_iso } = transaction
  const feePaid = tx.Account === account ? fromDrops(tx.Fee) : new Decimal(0)
  const change = fromDrops(xrpChange(transaction, account)).plus(feePaid)
  return { hash, innerHash: null, at: new Date(close_time_iso), changes: { XRP: change }, feePaid }
}
