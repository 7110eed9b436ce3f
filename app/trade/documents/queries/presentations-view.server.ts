import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canConfirm, canReview } from '#app/escrow/domain/escrow.ts'
import type { Permissions } from '#app/escrow/domain/permissions.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import {
  findPresentations,
  findUsedElsewhere,
  noticeStandingOf,
  type StoredDiscrepancyNotice,
  type StoredPresentation,
} from '#app/trade/documents/db/discrepancy-notices.server.ts'
import {
  checksOfFacts,
  checksOfFiles,
  type DocumentCheck,
  type StatedFacts,
} from '#app/trade/documents/domain/checks.ts'
import type { DiscrepancyNotice } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import type {
  DiscrepancyNoticeView,
  PresentationFile,
  PresentationsView,
  PresentationView,
} from '#app/trade/documents/domain/presentations-view.ts'
import { isUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import { roundsLeft } from '#app/trade/terms/domain/presentations-left.ts'

type File = { id: string; type: PresentedType; fileName: string; size: number; sha256: string }
type Presented = File & { trouble: FileDefect | null; acceptedAt: Date | null }

type Ask = {
  escrow: StoredEscrow
  /** The current presentation, and the rejected documents that were replaced. */
  documents: readonly Presented[]
  rejected: readonly File[]
  /** Null: the trade has no dates. */
  dates: { presentBy: string } | null
  permissions: Pick<Permissions, 'reader' | 'may'>
}

/** Returns the presentations with their notices, and which actions are possible now. */
export async function showPresentations(db: Database | Transaction, ask: Ask): Promise<PresentationsView> {
  const { escrow, dates } = ask
  const { reader, may } = ask.permissions
  // Without a confirmation there is no presentation yet.
  const stored = escrow.confirmedAt === null ? [] : await findPresentations(db, escrow.id)
  const kept = new Set([...ask.documents, ...ask.rejected].map(({ id }) => id))
  const rounds = stored.map((round, place) =>
    showPresentation(round, { kept, now: place === stored.length - 1 ? ask.documents : null }),
  )
  const standing = escrow.documentApprovalStatus === 'Rejected' ? noticeStandingOf(stored) : null
  const left = roundsLeft({
    hasDates: dates !== null,
    round: stored.at(-1)?.round ?? 0,
    isAllowed: Boolean(standing?.roundAllowedAt),
  })
  const isOpen = standing !== null && canReview(escrow.facts)
  const isAsked = standing?.waiver?.answer === null
  return {
    rounds,
    roundsLeft: left,
    notice: standing && showDiscrepancyNotice(standing),
    before: sayAgain(stored, ask.documents),
    // Of use only to those who examine or may still present.
    hints: reader === null || canReview(escrow.facts) ? await findHints(db, ask, rounds) : [],
    may: {
      askWaiver: may.askForWaiver && isOpen && standing.isBinding && !standing.waiver,
      answerWaiver: may.examine && isOpen && isAsked,
      allowRound: may.examine && isOpen && left === 0,
      acceptUnreadable: may.examine && waitsToCount(ask),
    },
  }
}

/** True while unreadable documents keep the presentation from counting. */
function waitsToCount({ escrow, documents }: Ask): boolean {
  return escrow.confirmedAt === null && !escrow.dispute && canConfirm(escrow.facts) && documents.some(isUnreadable)
}

/** The presentations for printed documents, without downloads. */
export async function listPresentations(
  db: Database | Transaction,
  { escrowId, documents }: { escrowId: string; documents: readonly File[] },
): Promise<PresentationView[]> {
  const stored = await findPresentations(db, escrowId)
  return stored.map((round, place) =>
    showPresentation(round, { kept: new Set(), now: place === stored.length - 1 ? documents : null }),
  )
}

type Present = { kept: ReadonlySet<string>; now: readonly File[] | null }

function showPresentation(round: StoredPresentation, { kept, now }: Present): PresentationView {
  const { notices } = round
  const last = notices.findLast(({ withdrawnAt }) => withdrawnAt === null) ?? null
  const files = now && !last ? now.map(toFile) : (last?.files ?? notices.at(-1)?.files ?? [])
  return {
    round: round.round,
    presentedAt: round.presentedAt.toISOString(),
    wasLate: round.wasLate,
    facts: factsOf(round),
    files: files
      .map(({ documentId: id, ...file }) => ({ ...file, documentId: id !== null && kept.has(id) ? id : null }))
      .sort((a, b) => PRESENTED_TYPES.indexOf(a.type) - PRESENTED_TYPES.indexOf(b.type)),
    notices: notices.map(showDiscrepancyNotice),
  }
}

const toFile = ({ id: documentId, type, fileName, size, sha256 }: File): PresentationFile => ({
  documentId,
  type,
  fileName,
  size,
  sha256,
})

function factsOf({ containerNumber, ladenOn, invoiceAmount, insuredAmount }: StoredPresentation): StatedFacts {
  return {
    containerNumber,
    ladenOn: ladenOn?.toISOString().slice(0, 10) ?? null,
    invoiceAmount: invoiceAmount?.toFixed(2) ?? null,
    insuredAmount: insuredAmount?.toFixed(2) ?? null,
  }
}

function showDiscrepancyNotice({
  id,
  givenAt,
  notice,
  isBinding,
  withdrawnAt,
  roundAllowedAt,
  waiver,
}: StoredDiscrepancyNotice): DiscrepancyNoticeView {
  return {
    id,
    ...notice,
    isBinding,
    givenAt: givenAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    roundAllowedAt: roundAllowedAt?.toISOString() ?? null,
    waiver: waiver && {
      id: waiver.id,
      words: waiver.words,
      askedAt: waiver.askedAt.toISOString(),
      answer:
        waiver.answer === 'waived' || waiver.answer === 'declined' || waiver.answer === 'overtaken'
          ? waiver.answer
          : null,
      answeredAt: waiver.answeredAt?.toISOString() ?? null,
      answerWords: waiver.answerWords,
    },
  }
}

/** The withdrawn notice about exactly the files that are presented now. */
function sayAgain(rounds: readonly StoredPresentation[], documents: readonly File[]): DiscrepancyNotice | null {
  const last = rounds.at(-1)?.notices.at(-1)
  if (!last?.withdrawnAt) return null
  const listOf = (files: readonly { type: string; sha256: string }[]) =>
    files
      .map(({ type, sha256 }) => `${type} ${sha256}`)
      .sort()
      .join()
  return listOf(last.files) === listOf(documents) ? last.notice : null
}

async function findHints(
  db: Database | Transaction,
  ask: Ask,
  rounds: readonly PresentationView[],
): Promise<DocumentCheck[]> {
  const { escrow, documents, rejected, dates } = ask
  const last = rounds.at(-1)
  if (!last) return []
  const elsewhere = escrow.sellerId
    ? await findUsedElsewhere(db, {
        escrowId: escrow.id,
        uploadedById: escrow.sellerId,
        hashes: [...new Set(documents.map(({ sha256 }) => sha256))],
      })
    : new Set<string>()
  return [
    ...(last.wasLate ? [{ hint: 'presented_late' } as const] : []),
    ...checksOfFacts(last.facts, {
      latest: dates && new Date(dates.presentBy),
      presentedAt: new Date(last.presentedAt),
    }),
    ...checksOfFiles(documents, { rejected: new Set(rejected.map(({ sha256 }) => sha256)), elsewhere }),
  ]
}
