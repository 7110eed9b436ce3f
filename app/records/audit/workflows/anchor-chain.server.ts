import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findNewestSeal } from '#app/records/audit/db/chain.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { hex } from './hashes.server.ts'

/** The job runs every hour; today's anchor is not written twice. */
const DAILY_MS = 23 * 60 * 60_000

/**
 * Writes the head of the audit log onto a ledger once a day, where an account is set for it (docs/decisions/060). The
 * ledger alone says what is done: a lost transaction is written again in the next hour, and an extra one is harmless.
 * Nothing waits for it.
 */
export async function anchorChain(deps: Pick<WorkerDeps, 'db' | 'clock' | 'log' | 'anchor'>): Promise<null> {
  const { anchor } = deps
  if (anchor === null) return null
  try {
    const last = await anchor.newest()
    const at = deps.clock.now()
    if (last !== null && at.getTime() - last.at.getTime() < DAILY_MS) return null
    const seal = await findNewestSeal(deps.db)
    if (seal === null) return null
    const head = hex(seal.head)
    if (last?.head === head) return null
    const signed = await anchor.sign(head)
    const detail = { network: 'stellar', account: anchor.account, hash: signed.hash, events: seal.peaks.size, head }
    await inTransaction(deps.db, (tx) => writeEvent(tx, { kind: 'audit_anchored', at, detail }))
    deps.log.info({ ...detail, said: await anchor.submit(signed) }, 'audit log anchored')
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ cause: causeOf(error) }, 'audit log anchoring failed')
  }
  return null
}
