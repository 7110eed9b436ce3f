/** Escrows for the lookup, the seller's page and the dashboard, with permissions. */

import { findEscrowByEitherId, findEscrowsNaming, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { findEscrowsOf, findOpenEscrowsOf, type ReadEscrows } from '#app/escrow/db/escrows-of.server.ts'
import {
  type Awaiting,
  canNameSeller,
  type EscrowLines,
  lineStates,
  type Stage,
  stageOf,
} from '#app/escrow/domain/escrow.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { byName, LISTED_TEXTS, type ListedTexts } from '#app/escrow/domain/escrow-terms.ts'
import type { CustodyTitle, Headline } from '#app/escrow/domain/parts-view.ts'
import { type Permissions, type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, hashIn, networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import { depositState } from '#app/ledgers/payments/domain/deposit.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { custodyTitleOf } from '#app/settlement/custody/domain/custody-parts.ts'
import { leavingFrom, leftAt } from '#app/settlement/custody/domain/leaving.ts'
import { showCustody } from '#app/settlement/custody/domain/show-custody.ts'
import { byDue } from '#app/trade/lookup/domain/due-order.ts'
import { type EscrowFilter, isFiltering, spanOf } from '#app/trade/lookup/domain/escrow-filter.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { headlineOf } from '#app/trade/lookup/domain/headline.ts'
import { nextAwaiting } from '#app/trade/lookup/domain/next-awaiting.ts'
import { type Due, findDueOf, findDueTimes } from '#app/trade/terms/db/deadlines.server.ts'
import { fundableUntil } from '#app/trade/terms/domain/consequence.ts'
import { type EscrowNetwork, viewEscrow } from './escrow-view.server.ts'

export type { ReadEscrows }

type Ask = { viewer: Person; typed: string; network: EscrowNetwork; now: Date }

/** By escrow ID or funding hash, for its parties and the named seller. Null: not found or not permitted. */
export async function lookUpEscrow(db: Database, ask: Ask): Promise<PartyView | null> {
  return viewFor(db, ask, ({ sees }) => sees.lookup)
}

/** The escrow that the viewer may confirm: as bound or named seller, or as holder of the ID if nobody is named. */
export async function findSellerEscrow(db: Database, ask: Ask): Promise<PartyView | null> {
  return viewFor(db, ask, ({ may }) => may.confirm)
}

type Is = (permissions: Permissions) => boolean

async function viewFor(db: Database, ask: Ask, isTheirs: Is): Promise<PartyView | null> {
  const { viewer, network, now } = ask
  const escrow = await findTypedEscrow(db, ask)
  if (!escrow) return null
  const permissions = permissionsOf(escrow, viewer)
  const { reader } = permissions
  return reader && isTheirs(permissions)
    ? { ...(await viewEscrow(db, { escrow, network, now, viewer })), reader }
    : null
}

async function findTypedEscrow(db: Database, { typed, viewer }: Ask): Promise<StoredEscrow | null> {
  const transactionId = normalizeEscrowId(typed)
  if (transactionId) return findEscrowByEitherId(db, { transactionId })
  const hash = hashIn(typed)
  if (hash === null) return null
  const namedEmail = viewer.role === 'seller' && viewer.hasConfirmedEmail ? viewer.email : null
  const ask = { partyId: viewer.id, namedEmail }
  for (const network of ['stellar', 'xrpl'] as const) {
    const found = await findEscrowByEitherId(db, { realTxId: normalizeHash(network, hash), ...ask })
    if (found && networkOf(found.currency) === network) return found
  }
  return null
}

export type EscrowRow = ListedTexts & {
  transactionId: string
  currency: Asset
  amount: string
  stillDue: string
  stage: Stage
  turn: Awaiting
  headline: Headline
  /** Custody's sentence instead of the stage's. Null: the stage's is right. */
  title: CustodyTitle | null
  lines: EscrowLines
  createdAt: string
  /** End of somebody's turn by the trade's deadlines. Null: none. */
  dueAt: string | null
  dueOwner: string | null
  /** Only Quayside acts before that: on the on-chain deposit, or reading the ledger up to an expired deadline. */
  isChecked: boolean
  reference: number
  /** Hash of the funding transaction. Null: not funded. */
  realTxId: string | null
  /** When the last money left, or the cancellation. Null: not finished. */
  finishedAt: string | null
  counterparty: string | null
  /** The other side has an account whose address is unconfirmed. */
  counterpartyIsUnconfirmed: boolean
}

/** How many open escrows are checked for a turn: the first that are due, and the newest. */
const MOST_OPEN = 200
const MOST_DUE = 50

type AskedList = {
  viewerId: string
  place: ListPlace | null
  size: number
  filter?: EscrowFilter | undefined
  now: Date
  read?: ReadEscrows
}

/** A page of a person's escrows, newest first, optionally filtered. `read`: cache shared within one page. */
export async function listEscrows(db: Database, asked: AskedList): Promise<ListPage<EscrowRow>> {
  const { viewerId, place, size, filter, now, read = new Map() } = asked
  const wanted = filter && isFiltering(filter) ? { ...filter, ...spanOf(filter) } : null
  const page = await readPage({
    place,
    size,
    find: (slice) => findEscrowsOf(db, { ...slice, userId: viewerId, wanted, read }),
    placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
  })
  return { ...page, rows: await toRows(db, page.rows, { viewerId, now }) }
}

/**
 * Escrows that await this person: earliest deadline first, then the newest. Also those where a deadline of this person
 * runs while the other side must answer a request, which stops no deadline. `read`: cache shared within one page.
 */
export async function listTurns(
  db: Database,
  asked: { id: string; role: 'buyer' | 'seller'; now: Date; read?: ReadEscrows },
): Promise<EscrowRow[]> {
  const { id, role, now, read = new Map() } = asked
  const first = await findDueOf(db, { userId: id, side: role, take: MOST_DUE })
  const open = await findOpenEscrowsOf(db, { userId: id, take: MOST_OPEN, first, read })
  const rows = (await toRows(db, open, { viewerId: id, now })).filter(
    (row) => row.turn === role || (row.dueOwner === role && !waitsBeforeDeposit(row)),
  )
  // This person cannot miss the other side's deadline.
  return rows.map((row) => (row.dueOwner === role ? row : { ...row, dueAt: null })).toSorted(byDue)
}

/** The escrows that name this seller's confirmed address, newest first. An unconfirmed address reveals none. */
export async function listInvitations(
  db: Database,
  { viewer, now }: { viewer: Person; now: Date },
): Promise<EscrowRow[]> {
  if (viewer.role !== 'seller' || !viewer.hasConfirmedEmail) return []
  const escrows = await findEscrowsNaming(db, { email: viewer.email, limit: 50 })
  return (await toRows(db, escrows.filter(canNameSeller), { viewerId: viewer.id, now })).toSorted(byDue)
}

/**
 * Nobody can make an on-chain deposit before the seller has stated a wallet and Quayside has checked both sides: the
 * buyer's deadline to fund runs, but the buyer has nothing to do.
 */
function waitsBeforeDeposit({ stage, turn }: Pick<EscrowRow, 'stage' | 'turn'>): boolean {
  return stage === 'awaiting_funds' && turn !== 'buyer'
}

type Reading = { viewerId: string; now: Date }

async function toRows(db: Database, escrows: readonly StoredEscrow[], reading: Reading): Promise<EscrowRow[]> {
  const dueTimes = await findDueTimes(
    db,
    escrows.map(({ id }) => id),
  )
  return escrows.map((escrow) => toRow(escrow, { ...reading, due: dueTimes.get(escrow.id) ?? null }))
}

function toRow(escrow: StoredEscrow, { viewerId, now, due }: Reading & { due: Due | null }): EscrowRow {
  const stage = stageOf(escrow.facts)
  const custody = showCustody(escrow, { now })
  const turn = nextAwaiting(stage, escrow, now)
  const headline = headlineOf({ ...escrow, stage, payouts: leavingFrom(escrow), custody })
  const reader = escrow.buyerId === viewerId ? 'buyer' : 'seller'
  const { stillDue } = depositState({ due: escrow.amount, received: escrow.receivedAmount })
  const isChecked = due?.kind === 'fund' && (turn === 'quayside' || due.at <= now)
  return {
    transactionId: escrow.transactionId,
    currency: escrow.currency,
    amount: plain(escrow.amount),
    stillDue: plain(stillDue),
    stage,
    turn,
    headline,
    title: custodyTitleOf({ custody, headline, stage, turn }, reader),
    lines: lineStates(escrow.facts),
    createdAt: escrow.createdAt.toISOString(),
    dueAt: due && !isChecked ? dueOf(due, escrow).toISOString() : null,
    dueOwner: due?.owner ?? null,
    isChecked,
    reference: escrow.reference,
    realTxId: escrow.realTxId,
    finishedAt: turn === 'nobody' ? ((leftAt(escrow) ?? escrow.cancelledAt)?.toISOString() ?? null) : null,
    ...byName(LISTED_TEXTS, (name) => escrow[name]),
    counterpartyIsUnconfirmed:
      reader === 'buyer'
        ? escrow.sellerName !== null && !escrow.sellerHasConfirmedEmail
        : !escrow.buyerHasConfirmedEmail,
    counterparty: reader === 'buyer' ? (escrow.sellerName ?? escrow.sellerEmail) : escrow.buyerName,
  }
}

/** As on the escrow's page: an on-chain deposit must arrive while it can still be released. */
function dueOf({ kind, at }: Due, escrow: StoredEscrow): Date {
  return kind === 'fund' ? (fundableUntil({ fundBy: at, ledgerDate: ledgerDateOf(escrow) }) ?? at) : at
}
