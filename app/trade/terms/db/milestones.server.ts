/** Milestones with their dates, and all facts from which the deadlines follow (decisions 076, 142). */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { documentTypesIn } from '#app/escrow/domain/document-types.ts'
import { sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { stepsMoved } from '#app/trade/terms/domain/amendment.ts'
import { DEADLINES, STEPS, type Step, type TradeStanding } from '#app/trade/terms/domain/standing.ts'
import { onSilenceOf, type TradeDates } from '#app/trade/terms/domain/trade-dates.ts'
import { weekendOf } from '#app/trade/terms/domain/working-days.ts'
import { findAway } from './away.server.ts'

/** The whole escrow as one milestone. `dates` null: it has none, and never will. */
export async function createMilestone(
  tx: Transaction,
  { dates, amount, ...of }: { escrowId: string; amount: Decimal; dates: TradeDates | null; createdAt: Date },
): Promise<void> {
  const agreed = dates && { ...dates, documents: [...dates.documents] }
  await tx.milestone.create({ data: { ...of, ...agreed, amount: plain(amount) }, select: { escrowId: true } })
}

export const DATES = {
  fundBy: true,
  presentBy: true,
  examineDays: true,
  weekend: true,
  onSilence: true,
  documents: true,
} as const

/** Null: the escrow has none. */
export async function findDates(db: Database | Transaction, escrowId: string): Promise<TradeDates | null> {
  const row = await db.milestone.findUnique({ where: { escrowId }, select: DATES })
  return row && toDates(row)
}

type DatesRow = Prisma.MilestoneGetPayload<{ select: typeof DATES }>

/** Null: it has none. All of them are set, or none (check). */
export function toDates({
  fundBy,
  presentBy,
  examineDays,
  weekend,
  onSilence,
  documents,
}: DatesRow): TradeDates | null {
  if (fundBy === null || presentBy === null || examineDays === null || onSilence === null) return null
  const chosen = { weekend: weekendOf(weekend), onSilence: onSilenceOf(onSilence) }
  return { fundBy, presentBy, examineDays, ...chosen, documents: documentTypesIn(documents) }
}

/** Types of the currently presented documents that are readable, or were accepted unreadable. */
export async function findPresentedTypes(db: Database | Transaction, escrowId: string): Promise<string[]> {
  const counts = { OR: [{ trouble: null }, { acceptedAt: { not: null } }] }
  const rows = await db.escrowDocument.findMany({
    where: { escrowId, replacedAt: null, ...counts },
    select: { type: true },
  })
  return rows.map(({ type }) => type)
}

export async function moveDate(
  tx: Transaction,
  { escrowId, ...moved }: { escrowId: string; fundBy: Date } | { escrowId: string; presentBy: Date },
): Promise<void> {
  await tx.milestone.update({ where: { escrowId }, data: moved, select: { escrowId: true } })
}

export type StoredRequest = TradeStanding['requests'][number] & { id: string; askedById: string; reason: string }
export type StoredStanding = Omit<TradeStanding, 'requests'> & {
  requests: StoredRequest[]
  running: OpenDeadline | null
}
export type OpenDeadline = { id: string; kind: string; owner: string; since: Date; startedAt: Date; dueAt: Date }

/** Null: the escrow has no dates. */
export async function findStanding(db: Database | Transaction, escrow: StoredEscrow): Promise<StoredStanding | null> {
  const row = await db.milestone.findUnique({
    where: { escrowId: escrow.id },
    select: {
      ...DATES,
      clocks: {
        where: { OR: [{ endedAt: null }, { end: 'ran_out' }] },
        orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
        select: { id: true, kind: true, owner: true, since: true, startedAt: true, dueAt: true, endedAt: true },
      },
      amendments: {
        where: { answer: 'agreed' },
        select: { fundBy: true, presentBy: true, examineDays: true, weekend: true, answeredAt: true },
      },
      requests: {
        orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
        select: {
          id: true,
          askedById: true,
          reason: true,
          step: true,
          since: true,
          until: true,
          askedAt: true,
          answer: true,
          answeredAt: true,
        },
      },
    },
  })
  const dates = row && toDates(row)
  if (!row || !dates) return null
  const { clocks, requests, amendments } = row
  const disputes = await db.dispute.findMany({
    where: { escrowId: escrow.id, decision: { in: ['withdrawn', 'dismissed'] } },
    select: { openedById: true, openedAt: true, decidedAt: true, decision: true },
  })
  const notices = escrow.facts.confirmedAt ? await findNoticeTimes(db, escrow.id) : []
  return {
    facts: escrow.facts,
    createdAt: escrow.createdAt,
    decidedAt: escrow.decidedAt,
    roundAllowedAt: escrow.documentApprovalStatus === 'Rejected' ? roundAllowedIn(notices) : null,
    notices,
    payoutStatedAt: escrow.payoutStatedAt,
    dates,
    disputes: disputes.flatMap(({ openedById, openedAt, decidedAt: endedAt, decision }) =>
      endedAt
        ? [{ openedBy: sideOfAct(escrow, { openedById }), openedAt, endedAt, wasWithdrawn: decision === 'withdrawn' }]
        : [],
    ),
    ranOut: clocks.flatMap(({ kind: text, since, endedAt }) => {
      const kind = DEADLINES.find((known) => known === text)
      return kind && endedAt ? [{ kind, since, endedAt }] : []
    }),
    running: clocks.find(({ endedAt }) => endedAt === null) ?? null,
    requests: requests.map(({ step, answer, ...request }) => ({
      ...request,
      step: stepOf(step),
      answer: answer === 'agreed' || answer === 'declined' ? answer : null,
    })),
    amendments: amendments.flatMap(({ answeredAt: agreedAt, ...moved }) =>
      agreedAt
        ? [
            {
              agreedAt,
              steps: stepsMoved({ ...moved, weekend: moved.weekend === null ? null : weekendOf(moved.weekend) }),
            },
          ]
        : [],
    ),
    away: await findAway(db, escrow),
    ledgerDate: ledgerDateOf(escrow),
  }
}

type NoticeTimes = { givenAt: Date; withdrawnAt: Date | null; roundAllowedAt: Date | null }

async function findNoticeTimes(db: Database | Transaction, escrowId: string): Promise<NoticeTimes[]> {
  return db.examination.findMany({
    where: { escrowId },
    orderBy: [{ round: 'asc' }, { givenAt: 'asc' }, { id: 'asc' }],
    select: { givenAt: true, withdrawnAt: true, roundAllowedAt: true },
  })
}

/** When the buyer allowed another presentation, on the last notice that was not withdrawn. */
function roundAllowedIn(notices: readonly NoticeTimes[]): Date | null {
  return notices.findLast(({ withdrawnAt }) => withdrawnAt === null)?.roundAllowedAt ?? null
}

function stepOf(text: string): Step {
  const step = STEPS.find((known) => known === text)
  if (!step) throw new Error(`${text} is no step of an escrow`)
  return step
}
