import { hasAcceptedNow } from '#app/accounts/db/service-terms.server.ts'
import { openedUnder } from '#app/accounts/domain/service-terms.ts'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canConfirm } from '#app/escrow/domain/escrow.ts'
import { type Person, permissionsOf, sideFor, sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import {
  findAcceptedTerms,
  findSheet,
  type StoredSheet,
  type StoredTerms,
} from '#app/trade/terms/db/accepted-terms.server.ts'
import { findAmendments, type StoredAmendment } from '#app/trade/terms/db/amendments.server.ts'
import { canAmend, canAmendAmount, canAmendFunding } from '#app/trade/terms/domain/amendment.ts'
import type { AmendmentView, OpenAmendment, TermsVersionView, TermsView } from '#app/trade/terms/domain/terms-view.ts'

/** `viewer`: null for the operator, who accepts nothing. */
type Ask = { escrow: StoredEscrow; viewer: Person | null }

export async function showTerms(db: Database, { escrow, viewer }: Ask): Promise<TermsView> {
  const may = viewer && permissionsOf(escrow, viewer).may
  const seller = may?.confirm ? viewer : null
  const sellerId = escrow.sellerId ?? seller?.id ?? null
  const [versions, amendments, sheet] = await Promise.all([
    findAcceptedTerms(db, escrow.id),
    findAmendments(db, escrow.id),
    sellerId === null ? null : findSheet(db, { escrow, sellerId }),
  ])
  const { facts, confirmedAt } = escrow
  const last = versions.at(-1)
  const isAccepted = last !== undefined || confirmedAt !== null
  const open = amendments.find(({ answer }) => answer === null)
  const mayAccept = seller !== null && !isAccepted && canConfirm(facts)
  const mayChange = may?.amend && sheet?.sheet.dates && canAmend(facts) && !open
  return {
    sheet: sheet && showSheet(sheet),
    versions: versions.map(showVersion),
    fingerprint: last?.sha256 ?? sheet?.sha256 ?? null,
    isMoved: last !== undefined && sheet !== null && last.sha256 !== sheet.sha256,
    mayAccept,
    openedUnder: openedUnder(escrow),
    asksSupplement: mayAccept && !(await hasAcceptedNow(db, seller.id)),
    mayPropose: !mayChange || (!seller && escrow.sellerId === null) ? null : seller && !isAccepted ? 'ask' : 'propose',
    mayMoveFunding: canAmendFunding(escrow),
    mayLowerAmount: canAmendAmount(escrow),
    open: open ? showOpen(open, { escrow, viewer }) : null,
    past: amendments.filter(({ answer }) => answer !== null).map((amendment) => showAmendment(amendment, escrow)),
  }
}

/** For the settlement statement. */
export function showSealed(
  { versions, amendments }: { versions: readonly StoredTerms[]; amendments: readonly StoredAmendment[] },
  escrow: StoredEscrow,
): { versions: TermsVersionView[]; amendments: AmendmentView[] } {
  return {
    versions: versions.map(showVersion),
    amendments: amendments.map((amendment) => showAmendment(amendment, escrow)),
  }
}

function showSheet({ sheet: { seller, asset, amount, contract, dates } }: StoredSheet): TermsView['sheet'] {
  return {
    seller,
    asset,
    amount,
    contract,
    dates: dates && {
      fundBy: dates.fundBy.toISOString(),
      presentBy: dates.presentBy.toISOString(),
      examineDays: dates.examineDays,
      weekend: dates.weekend,
      documents: dates.documents,
    },
  }
}

function showVersion({ version, sha256, text, acceptedAt }: StoredTerms): TermsVersionView {
  return { version, sha256, text, acceptedAt: acceptedAt.toISOString() }
}

function showOpen(amendment: StoredAmendment, { escrow, viewer }: Ask): OpenAmendment {
  const isOwn = viewer?.id === amendment.proposedById
  const side = viewer && sideFor(escrow, viewer, 'amend')
  const isOther = side !== null && !isOwn && side !== sideOfAct(escrow, amendment)
  return {
    ...showAmendment(amendment, escrow),
    mayAgree: isOther && canAmend(escrow.facts),
    mayDecline: isOther,
    mayWithdraw: isOwn,
  }
}

function showAmendment(amendment: StoredAmendment, escrow: StoredEscrow): AmendmentView {
  const { id, words, proposedAt, answer, answeredAt, changes } = amendment
  return {
    id,
    by: sideOfAct(escrow, amendment),
    words,
    proposedAt: proposedAt.toISOString(),
    answer,
    answeredAt: answeredAt?.toISOString() ?? null,
    changes: {
      fundBy: changes.fundBy?.toISOString() ?? null,
      presentBy: changes.presentBy?.toISOString() ?? null,
      examineDays: changes.examineDays,
      weekend: changes.weekend,
      documents: changes.documents,
      amount: changes.amount && plain(changes.amount),
    },
  }
}
