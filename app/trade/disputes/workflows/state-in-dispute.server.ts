import { createHash } from 'node:crypto'
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Person, sideFor, sideOfAct } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { MEGABYTE } from '#app/kernel/domain/file-kind.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import type { Upload } from '#app/ports.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { countShown, createStatement, findSaid } from '#app/trade/disputes/db/dispute-statements.server.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import { VOICE_LIMITS, voiceKey } from '#app/trade/disputes/domain/voices.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import { refuseUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import { discardKept, keepUpload } from '#app/trade/documents/workflows/keep-upload.server.ts'
import { checkRoomOfPerson } from '#app/trade/documents/workflows/room-for-files.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type StatementInDispute = {
  escrowId: string
  userId: string
  /** May be empty if there are files. */
  words: string
  uploads: readonly Upload[]
}

/**
 * Stores a statement with files in the open dispute for good, for the other side and the operator (decision 134).
 * Idempotent for the same words and files. Refusals: escrow_not_found, dispute_not_open, statement_empty, file_… (an
 * unreadable file), statement_too_long, too_many_files, statements_used, voice_store_full, person_store_full.
 */
export async function stateInDispute(deps: Deps, stated: StatementInDispute): Promise<StoredEscrow | Refusal> {
  const found = await findPermitted(deps.db, stated, 'dispute')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen, person: somebody, side } = found
  const wrong = whatIsWrong(stated)
  if (wrong) return wrong
  if (!seen.dispute) return refuse('dispute_not_open')
  const { id: disputeId } = seen.dispute
  const digest = digestOf(stated)
  if ((await findSaid(deps.db, { disputeId, side, digest })).hasSaid) return seen

  const kept = await keepAll(deps, { txid: seen.transactionId, side, uploads: stated.uploads })
  const about = { escrowId: seen.id, disputeId, somebody, words: stated.words, digest, kept }
  const stored = await inTransaction(deps.db, (tx) => store(deps, tx, about)).catch(async (error: unknown) => {
    await discardKept(deps, kept)
    throw error
  })
  if (stored === 'stored') return (await findEscrow(deps.db, seen.id)) ?? seen
  await discardKept(deps, kept)
  return stored === 'said before' ? seen : stored
}

/** Checks the statement by itself. The database counts characters in the same way. */
function whatIsWrong({ words, uploads }: StatementInDispute): Refusal | null {
  if (words.trim() === '' && uploads.length === 0) return refuse('statement_empty', { field: 'statement' })
  if ([...words].length > VOICE_LIMITS.words) {
    return refuse('statement_too_long', { field: 'statement', values: { max: String(VOICE_LIMITS.words) } })
  }
  if (uploads.length > VOICE_LIMITS.files) {
    return refuse('too_many_files', { field: 'statementFiles', values: { max: String(VOICE_LIMITS.files) } })
  }
  const [first] = uploads.flatMap(({ fileName, trouble }) =>
    trouble ? [refuseUnreadable({ field: 'statementFiles', fileName, trouble })] : [],
  )
  return first ?? null
}

function digestOf({ words, uploads }: StatementInDispute): string {
  const meant = { words: words.trim(), files: uploads.map(({ sha256 }) => sha256).sort() }
  return createHash('sha256').update(JSON.stringify(meant)).digest('hex')
}

type ToKeep = { txid: string; side: Reader; uploads: readonly Upload[] }

async function keepAll(deps: Deps, { txid, side, uploads }: ToKeep): Promise<StoredFile[]> {
  const kept: StoredFile[] = []
  try {
    for (const upload of uploads) {
      const keyFor = (unique: string) => voiceKey({ txid, side, unique, fileName: upload.fileName })
      kept.push(await keepUpload(deps, upload, keyFor))
    }
    return kept
  } catch (error) {
    await discardKept(deps, kept)
    throw error
  }
}

type ToStore = {
  escrowId: string
  disputeId: string
  somebody: Person
  words: string
  digest: string
  kept: readonly StoredFile[]
}

async function store(deps: Deps, tx: Transaction, of: ToStore): Promise<Refusal | 'stored' | 'said before'> {
  const { disputeId, somebody, digest, kept } = of
  const { id: userId } = somebody
  const escrow = await lockEscrow(tx, of.escrowId)
  const now = deps.clock.now()
  // Between the first read and the lock, the named seller may have changed or the dispute been decided.
  const side = sideFor(escrow, somebody, 'dispute')
  if (!side) return refuse('escrow_not_found')
  if (escrow.dispute?.id !== disputeId) return refuse('dispute_not_open')
  const { count, hasSaid } = await findSaid(tx, { disputeId, side, digest })
  if (hasSaid) return 'said before'
  if (count >= VOICE_LIMITS.statements) {
    return refuse('statements_used', { values: { max: String(VOICE_LIMITS.statements) } })
  }
  const full = await checkRoom(tx, { escrowId: escrow.id, side, userId, kept, now })
  if (full) return full
  const id = deps.newId()
  const words = of.words.trim()
  const files = kept.map((file) => ({ ...file, id: deps.newId() }))
  const statement = { id, disputeId, side, statedById: userId, number: count + 1, words, digest, statedAt: now, files }
  await createStatement(tx, statement)
  await writeEvent(tx, {
    kind: 'dispute_stated',
    at: now,
    escrowId: escrow.id,
    userId,
    detail: { by: side, reason: words, files: files.map(({ fileName, size, sha256 }) => ({ fileName, size, sha256 })) },
  })
  await notifyOther(tx, { escrow, userId, side, statementId: id, words, count: files.length, now })
  return 'stored'
}

type Room = { escrowId: string; side: Reader; userId: string; kept: readonly StoredFile[]; now: Date }

async function checkRoom(tx: Transaction, { escrowId, side, userId, kept, now }: Room): Promise<Refusal | null> {
  if (kept.length === 0) return null
  const { filesOfSide, bytesOfSide } = VOICE_LIMITS
  const shown = await countShown(tx, { escrowId, side })
  const bytes = kept.reduce((sum, { size }) => sum + size, shown.bytes)
  if (shown.files + kept.length > filesOfSide || bytes > bytesOfSide) {
    const values = { files: String(filesOfSide), max: String(bytesOfSide / MEGABYTE) }
    return refuse('voice_store_full', { field: 'statementFiles', values })
  }
  const files = kept.map(({ size }) => ({ type: 'dispute', size }))
  const refusal = await checkRoomOfPerson(tx, { userId, files, now })
  return refusal && { ...refusal, field: 'statementFiles' }
}

type Told = {
  escrow: StoredEscrow
  userId: string
  side: Reader
  statementId: string
  words: string
  count: number
  now: Date
}

async function notifyOther(tx: Transaction, told: Told): Promise<void> {
  const { escrow, userId, side, statementId, words, count, now } = told
  const to = side === 'seller' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
  if (!to || !escrow.dispute) return
  const { openedAt } = escrow.dispute
  const content = {
    letter: 'dispute_statement',
    txid: escrow.transactionId,
    by: side,
    openedBy: sideOfAct(escrow, escrow.dispute),
    words,
    files: String(count),
    decideBy: decideBy(openedAt, ledgerDateOf(escrow)).toISOString(),
  } as const
  const event = `dispute_statement:${statementId}`
  await writeToOther(tx, { event, escrowId: escrow.id, from: userId, to, content, now })
}
