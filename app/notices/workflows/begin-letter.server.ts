/**
 * Begins a try of a letter, if what it is about still stands: asked of the escrow under its lock, so that nothing is sent that a
 * decision written before has made untrue (docs/decisions/108).
 */
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findLetterStanding, lockForLetter } from '#app/notices/db/letter-standing.server.ts'
import {
  type Begun,
  beginTry,
  findLetter,
  markOvertaken,
  putOffLetter,
  type StoredLetter,
} from '#app/notices/db/outbox.server.ts'
import { verdictOn } from '#app/notices/domain/letter-stage.ts'
import { letterContent } from '#app/notices/emails/letters.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { completeLetter } from './complete-letter.server.ts'
import { sayWhatHolds } from './say-what-holds.server.ts'

/** How soon a letter that waits for the end of a dispute is looked at again. */
const INTERRUPTED_MS = 10 * 60_000

type Trying = { letter: Pick<StoredLetter, 'id' | 'escrowId'>; now: Date; nextTryAt: Date }

/** `wait`: when to look again. Null: it needs no try any more, or is overtaken. */
export async function beginLetter(
  deps: Deps,
  { letter, now, nextTryAt }: Trying,
): Promise<Begun | { wait: Date } | null> {
  const { id, escrowId } = letter
  if (escrowId === null) return beginTry(deps.db, { id, at: now, nextTryAt })
  return inTransaction(deps.db, (tx) => beginStaged(deps, tx, { id, escrowId, at: now, nextTryAt }))
}

async function beginStaged(
  deps: Deps,
  tx: Transaction,
  { id, escrowId, at, nextTryAt }: { id: string; escrowId: string; at: Date; nextTryAt: Date },
): Promise<Begun | { wait: Date } | null> {
  await lockForLetter(tx, escrowId)
  // Read under the lock: a letter that waits is written anew until then.
  const letter = await findLetter(tx, id)
  if (!letter) return null
  const parsed = letterContent.safeParse(letter.content)
  // What cannot be read fails in its try, which is counted.
  if (!parsed.success) return beginTry(tx, { id, at, nextTryAt })
  const content = parsed.data
  const { escrow, standing } = await findLetterStanding(tx, escrowId)
  const { stage, recipient, attempts } = letter
  const verdict = stage === null ? 'stands' : verdictOn({ ...content, stage, recipient }, standing)
  if (verdict === 'over') {
    if (await markOvertaken(tx, id)) deps.log.info({ letter: id, stage }, 'a letter is overtaken; it is not sent')
    return null
  }
  if (verdict === 'interrupted') {
    const wait = new Date(at.getTime() + INTERRUPTED_MS)
    await putOffLetter(tx, { id, until: wait })
    return { wait }
  }
  if (attempts > 0) return beginTry(tx, { id, at, nextTryAt })
  const holds = await sayWhatHolds(tx, content, { escrow, standing, stage, recipient, now: at })
  return beginTry(tx, { id, at, nextTryAt, content: await completeLetter(tx, holds, { escrow, letter, now: at }) })
}
