/** An account of the XRP Ledger as one validated ledger left it. */
import type { AccountPosition } from '../ledger.ts'
import { loadAccount } from './accounts.server.ts'
import { accountTxAnswer } from './answers.ts'
import { cursorBefore } from './cursor.ts'
import { readNewest } from './history.server.ts'
import { fromDrops } from './payments.ts'
import { isDenied, type Session } from './session.server.ts'

/** Null: no such account. Throws LedgerUnavailable. */
export async function readPosition(session: Session, account: string): Promise<AccountPosition | null> {
  const mark = await readNewest(session)
  const found = await loadAccount(session, account, mark.sequence)
  if (found === null) return null
  const request = {
    command: 'account_tx',
    account,
    ledger_index_min: -1,
    ledger_index_max: mark.sequence,
    forward: false,
    limit: 1,
  }
  const answer = await session.askOr(request, accountTxAnswer, ['actNotFound', 'lgrIdxMalformed'])
  const [newest] = isDenied(answer) ? [] : answer.transactions
  return {
    mark,
    cursor: cursorBefore(mark.sequence + 1),
    balances: new Map([['XRP', fromDrops(found.Balance)]]),
    newest: newest?.hash ?? null,
  }
}
