/** Presentations and discrepancy notices. Triggers keep a notice immutable and refuse what is named too late. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import {
  DISCREPANCIES,
  type DiscrepancyNotice,
  type Examined,
  type Mark,
} from '#app/trade/documents/domain/discrepancy-notice.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'

export type NewFacts = {
  containerNumber: string | null
  ladenOn: Date | null
  invoiceAmount: string | null
  insuredAmount: string | null
}

export async function createPresentation(
  tx: Transaction,
  round: { id: string; escrowId: string; round: number; presentedAt: Date; wasLate: boolean } & Partial<NewFacts>,
): Promise<void> {
  await tx.presentation.create({ data: round, select: { id: true } })
}

/** Updates a presentation that has no notice yet. Facts that are not stated again keep their value. */
export async function addToPresentation(
  tx: Transaction,
  added: { id: string; presentedAt: Date; wasLate: boolean; facts: Partial<NewFacts> },
): Promise<void> {
  const { id, presentedAt, wasLate, facts } = added
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  // A late presentation stays late, whatever is added.
  const late = wasLate ? { wasLate } : {}
  await tx.presentation.update({ where: { id }, data: { presentedAt, ...late, ...said }, select: { id: true } })
}

const FILE = { documentId: true, type: true, fileName: true, size: true, sha256: true } as const
const DISCREPANCY_NOTICE = {
  id: true,
  round: true,
  givenAt: true,
  reason: true,
  isBinding: true,
  withdrawnAt: true,
  roundAllowedAt: true,
  files: { select: FILE },
  discrepancies: { select: { type: true, reasons: true, words: true } },
  waiver: {
    select: {
      id: true,
      words: true,
      askedAt: true,
      answer: true,
      answeredAt: true,
      answerWords: true,
      askedById: true,
    },
  },
} satisfies Prisma.ExaminationSelect

type DiscrepancyNoticeRow = Prisma.ExaminationGetPayload<{ select: typeof DISCREPANCY_NOTICE }>
export type StoredDiscrepancyNotice = Omit<DiscrepancyNoticeRow, 'discrepancies' | 'reason'> & {
  notice: DiscrepancyNotice
}

/** Oldest first, each with its notices. Without any notice, which is the usual case, there is no second query. */
export async function findPresentations(db: Database | Transaction, escrowId: string) {
  const rows = await db.presentation.findMany({
    where: { escrowId },
    orderBy: { round: 'asc' },
    select: {
      id: true,
      round: true,
      presentedAt: true,
      wasLate: true,
      containerNumber: true,
      ladenOn: true,
      invoiceAmount: true,
      insuredAmount: true,
      _count: { select: { examinations: true } },
    },
  })
  const hasNotice = rows.some(({ _count }) => _count.examinations > 0)
  const notices = hasNotice ? await findDiscrepancyNotices(db, escrowId) : []
  return rows.map(({ _count, ...row }) => ({ ...row, notices: notices.filter(({ round }) => round === row.round) }))
}

async function findDiscrepancyNotices(
  db: Database | Transaction,
  escrowId: string,
): Promise<StoredDiscrepancyNotice[]> {
  const rows = await db.examination.findMany({
    where: { escrowId },
    orderBy: [{ givenAt: 'asc' }, { id: 'asc' }],
    select: DISCREPANCY_NOTICE,
  })
  return rows.map(toDiscrepancyNotice)
}

export type StoredPresentation = Awaited<ReturnType<typeof findPresentations>>[number]

function toDiscrepancyNotice({ discrepancies, reason, ...row }: DiscrepancyNoticeRow): StoredDiscrepancyNotice {
  return { ...row, notice: { reason, marks: discrepancies.map(toMark) } }
}

function toMark({ type, reasons, words }: DiscrepancyNoticeRow['discrepancies'][number]): Mark {
  return { type, reasons: DISCREPANCIES.filter((known) => reasons.includes(known)), words }
}

/** The notice of the last presentation, unless it was withdrawn. */
export function noticeStandingOf(rounds: readonly StoredPresentation[]): StoredDiscrepancyNotice | null {
  return rounds.at(-1)?.notices.find(({ withdrawnAt }) => withdrawnAt === null) ?? null
}

/** The notices that bind the buyer, oldest first. */
export function bindingOf(rounds: readonly StoredPresentation[]): Examined[] {
  const notices = rounds.flatMap((round) => round.notices).filter(({ isBinding }) => isBinding)
  return notices.sort((a, b) => a.givenAt.getTime() - b.givenAt.getTime())
}

export type NewDiscrepancyNotice = {
  id: string
  escrowId: string
  round: number
  givenById: string
  givenAt: Date
  isBinding: boolean
  notice: DiscrepancyNotice
  files: readonly { id: string; type: PresentedType; fileName: string; size: number; sha256: string }[]
}

/** Stores the notice with its files and discrepancies. `newId` makes the ids of those rows. */
export async function createDiscrepancyNotice(
  tx: Transaction,
  { notice, files, ...given }: NewDiscrepancyNotice,
  newId: () => string,
) {
  const { reason, marks } = notice
  const { id: examinationId } = given
  await tx.examination.create({ data: { ...given, reason }, select: { id: true } })
  await tx.examinedFile.createMany({
    data: files.map(({ id: documentId, type, fileName, size, sha256 }) => ({
      id: newId(),
      examinationId,
      documentId,
      type,
      fileName,
      size,
      sha256,
    })),
  })
  await tx.discrepancy.createMany({
    data: marks.map(({ type, reasons, words }) => ({ id: newId(), examinationId, type, reasons: [...reasons], words })),
  })
}

/** Marks the standing notice of a presentation as withdrawn. */
export async function withdrawDiscrepancyNotice(
  tx: Transaction,
  { escrowId, round, at }: { escrowId: string; round: number; at: Date },
): Promise<void> {
  await tx.examination.updateMany({ where: { escrowId, round, withdrawnAt: null }, data: { withdrawnAt: at } })
}

/** Compare-and-set. False: the round was allowed before, or the notice was withdrawn. */
export async function allowNextPresentation(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await tx.examination.updateMany({
    where: { id, withdrawnAt: null, roundAllowedAt: null },
    data: { roundAllowedAt: at },
  })
  return count === 1
}

/** Throws a unique-constraint error if a waiver was already requested for this notice. */
export async function createWaiverRequest(
  tx: Transaction,
  request: { id: string; escrowId: string; examinationId: string; askedById: string; words: string; askedAt: Date },
): Promise<void> {
  await tx.waiverRequest.create({ data: request, select: { id: true } })
}

export type WaiverAnswer = 'waived' | 'declined' | 'overtaken'

/** Answers the open request of an escrow. False: none is open. */
export async function answerWaiver(
  tx: Transaction,
  { escrowId, answer, at, words = '' }: { escrowId: string; answer: WaiverAnswer; at: Date; words?: string },
): Promise<boolean> {
  const { count } = await tx.waiverRequest.updateMany({
    where: { escrowId, answer: null },
    data: { answer, answeredAt: at, answerWords: words },
  })
  return count > 0
}

/** Returns the hashes of these files that the same seller has presented in another trade. */
export async function findUsedElsewhere(
  db: Database | Transaction,
  of: { escrowId: string; uploadedById: string; hashes: string[] },
): Promise<Set<string>> {
  const { escrowId, uploadedById, hashes } = of
  if (hashes.length === 0) return new Set()
  const rows = await db.escrowDocument.findMany({
    where: { uploadedById, sha256: { in: hashes }, escrowId: { not: escrowId } },
    distinct: ['sha256'],
    select: { sha256: true },
  })
  return new Set(rows.map(({ sha256 }) => sha256))
}
