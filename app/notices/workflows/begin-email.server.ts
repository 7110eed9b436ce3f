/**
 * Begins an attempt of an email, if its subject still holds. Checked under the escrow's lock, so that no earlier
 * decision makes the sent email untrue (docs/decisions/108).
 */
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findEmailStanding, lockForEmail } from '#app/notices/db/email-standing.server.ts'
import {
  type Begun,
  beginTry,
  findEmail,
  markOvertaken,
  putOffEmail,
  type StoredEmail,
} from '#app/notices/db/outbox.server.ts'
import { verdictOn } from '#app/notices/domain/email-stage.ts'
import { emailContent } from '#app/notices/emails/emails.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { completeEmail } from './complete-email.server.ts'
import { sayWhatHolds } from './say-what-holds.server.ts'

/** How soon an email that waits for the end of a dispute is checked again. */
const INTERRUPTED_MS = 10 * 60_000

type Trying = { letter: Pick<StoredEmail, 'id' | 'escrowId'>; now: Date; nextTryAt: Date }

/** `wait`: when to check again. Null: no attempt is needed, or it is overtaken. */
export async function beginEmail(
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
  await lockForEmail(tx, escrowId)
  // Read under the lock: a waiting email may be rewritten until then.
  const letter = await findEmail(tx, id)
  if (!letter) return null
  const parsed = emailContent.safeParse(letter.content)
  // Unreadable content fails in its attempt, which is counted.
  if (!parsed.success) return beginTry(tx, { id, at, nextTryAt })
  const content = parsed.data
  const { escrow, standing } = await findEmailStanding(tx, escrowId)
  const { stage, recipient, attempts } = letter
  const verdict = stage === null ? 'stands' : verdictOn({ ...content, stage, recipient }, standing)
  if (verdict === 'over') {
    if (await markOvertaken(tx, id)) deps.log.info({ letter: id, stage }, 'email superseded')
    return null
  }
  if (verdict === 'interrupted') {
    const wait = new Date(at.getTime() + INTERRUPTED_MS)
    await putOffEmail(tx, { id, until: wait })
    return { wait }
  }
  if (attempts > 0) return beginTry(tx, { id, at, nextTryAt })
  const holds = await sayWhatHolds(tx, content, { escrow, standing, stage, recipient, now: at })
  return beginTry(tx, { id, at, nextTryAt, content: await completeEmail(tx, holds, { escrow, letter, now: at }) })
}
