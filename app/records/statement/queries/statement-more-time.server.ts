import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { StatementExtension } from '#app/records/statement/domain/statement.ts'
import { answerBy } from '#app/trade/terms/domain/deadline.ts'
import type { Records } from './statement-records.server.ts'

export function showExtensions(
  requests: Records['timeRequests'],
  { escrow, now }: { escrow: StoredEscrow; now: Date },
): StatementExtension[] {
  return requests.map(({ askedById, until, reason, askedAt, answer, answeredAt }) => ({
    by: sideOfAct(escrow, { askedById }),
    until: until.toISOString(),
    reason,
    askedAt: askedAt.toISOString(),
    answer:
      (answer === 'agreed' || answer === 'declined') && answeredAt
        ? { kind: answer, at: answeredAt.toISOString() }
        : null,
    isOver: answer === null && now >= answerBy({ askedAt }),
  }))
}
