/** The audit log as the Admin Panel shows it: how much is sealed, and what the last checks found. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { countUnsealed, findNewestSeal } from '#app/records/audit/db/chain.server.ts'
import { findChecks } from '#app/records/audit/db/checks.server.ts'
import { type AuditFinding, FINDINGS } from '#app/records/audit/domain/finding.ts'

const SHOWN_CHECKS = 5

export type CheckView = {
  id: string
  askedAt: string
  /** Null: the schedule, or the command line. */
  by: string | null
  size: number
  checked: number
  state: 'running' | 'whole' | 'wrong'
  wrong: { finding: AuditFinding; place: number | null; eventId: string | null } | null
}

export type AdminAudit = {
  /** Null: nothing is sealed yet. */
  sealed: { events: number; at: string; root: string } | null
  waiting: number
  checks: CheckView[]
}

export async function loadAudit(db: Database): Promise<AdminAudit> {
  const [seal, waiting, checks] = await Promise.all([
    findNewestSeal(db),
    countUnsealed(db),
    findChecks(db, SHOWN_CHECKS),
  ])
  return {
    sealed: seal && {
      events: seal.peaks.size,
      at: seal.at.toISOString(),
      root: Buffer.from(seal.root).toString('hex'),
    },
    waiting,
    checks: checks.map(({ id, askedAt, finishedAt, askedBy, size, checked, wrong, wrongSeq, wrongEventId }) => {
      const finding = FINDINGS.find((known) => known === wrong) ?? null
      return {
        id,
        askedAt: askedAt.toISOString(),
        by: askedBy?.name ?? null,
        size,
        checked,
        state: finishedAt === null ? 'running' : finding === null ? 'whole' : 'wrong',
        wrong: finding && { finding, place: wrongSeq, eventId: wrongEventId },
      }
    }),
  }
}
