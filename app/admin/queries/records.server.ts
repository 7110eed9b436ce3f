/** Searches the access records: who signed in, was refused, or downloaded a document. */
import { findAccountAt } from '#app/accounts/db/users.server.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { type AccessFilter, type AccessPlace, findAccess } from '#app/kernel/db/access-records.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { ACCESS_KINDS, type AccessKind } from '#app/kernel/domain/records/access-kinds.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { dayAfter, readDay } from '#app/kernel/domain/words/day.ts'
import { ROWS_PER_PAGE } from './admin-page.ts'
import { findTypedEscrow } from './escrow.server.ts'

/** As typed; empty: any. */
export type TypedRecords = Record<'email' | 'txid' | 'place' | 'kind' | 'from' | 'to', string>

export type RecordsProblem = { field: 'email' | 'txid' | 'from' | 'to'; why: 'noAccount' | 'noEscrow' | 'noDay' }

export type RecordView = {
  id: string
  kind: AccessKind
  /** Null: not signed in. */
  email: string | null
  txid: string | null
  subject: string
  place: string
  count: number
  firstAt: string
  lastAt: string
}

export type AdminRecords = {
  rows: RecordView[]
  /** Where the next page begins. Null: this is the last page. */
  next: string | null
}

/** Returns the filter, or what is wrong with it. Days begin and end in UTC, as all times here. */
export async function readRecordsFilter(
  db: Database,
  typed: TypedRecords,
): Promise<{ filter: AccessFilter } | { problems: RecordsProblem[] }> {
  const account = typed.email === '' ? null : await findAccountAt(db, normalizeEmail(typed.email))
  const escrow = typed.txid === '' ? null : await findTypedEscrow(db, typed.txid)
  const [from, to] = [readDay(typed.from), readDay(typed.to)]
  const problems: (RecordsProblem | false)[] = [
    typed.email !== '' && !account && { field: 'email', why: 'noAccount' },
    typed.txid !== '' && !escrow && { field: 'txid', why: 'noEscrow' },
    typed.from !== '' && !from && { field: 'from', why: 'noDay' },
    typed.to !== '' && !to && { field: 'to', why: 'noDay' },
  ]
  const found = problems.filter((problem) => problem !== false)
  if (found.length > 0) return { problems: found }
  return {
    filter: {
      userId: account?.id ?? null,
      escrowId: escrow?.id ?? null,
      place: typed.place === '' ? null : typed.place,
      kind: ACCESS_KINDS.find((kind) => kind === typed.kind) ?? null,
      from,
      before: to && dayAfter(to),
    },
  }
}

export async function listRecords(
  db: Database,
  { filter, after }: { filter: AccessFilter; after: string },
): Promise<AdminRecords> {
  const found = await findAccess(db, { filter, after: placeIn(after), take: ROWS_PER_PAGE + 1 })
  const rows = found.slice(0, ROWS_PER_PAGE)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      kind: ACCESS_KINDS.find((kind) => kind === row.kind) ?? 'role_denied',
      email: row.user?.email ?? null,
      txid: row.escrow?.transactionId ?? null,
      subject: row.subject,
      place: row.place,
      count: row.count,
      firstAt: row.firstAt.toISOString(),
      lastAt: row.lastAt.toISOString(),
    })),
    next: found.length > rows.length && last ? `${last.firstAt.getTime()}_${last.id}` : null,
  }
}

/** Null: the first page, also for any text that our pages never write. */
function placeIn(text: string): AccessPlace | null {
  const [, moment = '', id = ''] = /^(\d{1,14})_(.+)$/.exec(text) ?? []
  return moment !== '' && looksLikeRowId(id) ? { firstAt: new Date(Number(moment)), id } : null
}
