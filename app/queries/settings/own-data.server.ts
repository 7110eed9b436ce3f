/**
 * Everything that is kept of a person, for the person: what they are to us, did and sent. Of an escrow, what is theirs of it: the
 * other side’s name, address, wallets, words and documents are the other side’s. Read in pages, however much there is.
 */

import type { Database } from '#app/db/kernel/client.server.ts'
import { asBuyer, asSeller } from './own-escrows.ts'
import * as kept from './own-facts.ts'

const ROWS = 500

/** One file of the copy: a list of rows, or a single one. */
export type OwnSection = { name: string; rows: AsyncIterable<unknown> }

type Page<Row> = (from: {
  skip?: number
  take: number
  cursor?: { id: string }
  orderBy: { id: 'asc' }
}) => Promise<Row[]>

async function* inPages<Row extends { id: string }>(read: Page<Row>): AsyncIterable<Row> {
  let last: string | null = null
  for (;;) {
    const rows: Row[] = await read({
      take: ROWS,
      orderBy: { id: 'asc' },
      ...(last !== null && { skip: 1, cursor: { id: last } }),
    })
    yield* rows
    last = rows.at(-1)?.id ?? null
    if (rows.length < ROWS) return
  }
}

async function* all<Row>(read: () => Promise<Row[]>): AsyncIterable<Row> {
  yield* await read()
}

/** The sections, in the order in which they are written. */
export function ownSections(db: Database, { userId, now }: { userId: string; now: Date }): OwnSection[] {
  return [
    { name: 'account', rows: all(() => db.user.findMany({ where: { id: userId }, select: kept.ACCOUNT })) },
    { name: 'about', rows: all(() => db.personDetail.findMany({ where: { userId }, select: kept.ABOUT })) },
    { name: 'saved-wallets', rows: all(() => db.savedWallet.findMany({ where: { userId }, select: kept.WALLET })) },
    {
      name: 'sessions',
      rows: all(() => db.session.findMany({ where: { userId, expiresAt: { gt: now } }, select: kept.SESSION })),
    },
    { name: 'second-factor', rows: all(() => db.secondFactor.findMany({ where: { userId }, select: kept.FACTOR })) },
    { name: 'email-changes', rows: all(() => db.emailChange.findMany({ where: { userId }, select: kept.ADDRESSES })) },
    { name: 'copies-asked-for', rows: all(() => db.dataExport.findMany({ where: { userId }, select: kept.COPY })) },
    { name: 'reminders-switched-off', rows: all(() => remindersOff(db, userId)) },
    { name: 'what-became-of-letters', rows: all(() => mailEvents(db, userId)) },
    { name: 'letters-that-come-back', rows: all(() => addressTrouble(db, userId)) },
    {
      name: 'escrow-pages-opened',
      rows: all(() => db.partyVisit.findMany({ where: { userId }, select: { escrowId: true, at: true } })),
    },
    {
      name: 'deadlines-that-stood-still',
      rows: all(() => db.undeliveredPause.findMany({ where: { userId }, select: kept.STOOD_STILL })),
    },
    {
      name: 'fee-quotes',
      rows: inPages((page) => db.feeQuote.findMany({ ...page, where: { userId }, select: kept.FEE_QUOTE })),
    },
    {
      name: 'fee-payments',
      rows: all(() => db.feePayment.findMany({ where: { buyerUid: userId }, select: kept.FEE_PAYMENT })),
    },
    {
      name: 'fee-receipts',
      rows: all(() => db.feeReceipt.findMany({ where: { quote: { userId } }, select: kept.FEE_RECEIPT })),
    },
    {
      name: 'failed-payments',
      rows: inPages((page) => db.failedPayment.findMany({ ...page, where: { uid: userId }, select: kept.FAILED })),
    },
    { name: 'escrows-not-opened', rows: all(() => db.submitDraft.findMany({ where: { userId }, select: kept.DRAFT })) },
    {
      name: 'escrows-as-buyer',
      rows: inPages((page) => db.escrow.findMany({ ...page, where: { buyerId: userId }, select: asBuyer(userId) })),
    },
    {
      name: 'escrows-as-seller',
      rows: inPages((page) => db.escrow.findMany({ ...page, where: { sellerId: userId }, select: asSeller(userId) })),
    },
    {
      name: 'terms-of-quayside-accepted',
      rows: all(() => db.serviceTermsAcceptance.findMany({ where: { userId }, select: kept.SERVICE_TERMS })),
    },
    // A seller who is only named says these, too.
    {
      name: 'terms-accepted',
      rows: all(() => db.acceptedTerms.findMany({ where: { acceptedById: userId }, select: kept.ACCEPTED })),
    },
    {
      name: 'wallets-agreed',
      rows: inPages((page) =>
        db.holdAgreement.findMany({ ...page, where: { agreedById: userId }, select: kept.HELD_WALLET }),
      ),
    },
    {
      name: 'amendments-proposed',
      rows: inPages((page) =>
        db.amendment.findMany({ ...page, where: { proposedById: userId }, select: kept.PROPOSAL }),
      ),
    },
    {
      name: 'more-time-asked',
      rows: inPages((page) =>
        db.timeRequest.findMany({ ...page, where: { askedById: userId }, select: kept.MORE_TIME }),
      ),
    },
    {
      name: 'shares-proposed',
      rows: inPages((page) => db.division.findMany({ ...page, where: { proposedById: userId }, select: kept.SHARES })),
    },
    {
      name: 'said-in-disputes',
      rows: inPages((page) =>
        db.disputeStatement.findMany({ ...page, where: { statedById: userId }, select: kept.SAID }),
      ),
    },
    {
      name: 'documents',
      rows: inPages((page) =>
        db.escrowDocument.findMany({ ...page, where: { uploadedById: userId }, select: kept.DOCUMENT }),
      ),
    },
    { name: 'compared-with-lists', rows: inPages((page) => comparisons(db, userId, page)) },
    { name: 'likenesses-decided', rows: all(() => decidedLikenesses(db, userId)) },
    { name: 'letters-about-the-account', rows: all(() => accountLetters(db, userId)) },
    { name: 'events-of-the-account', rows: all(() => accountEvents(db, userId)) },
    {
      name: 'access-records',
      rows: inPages((page) => db.accessRecord.findMany({ ...page, where: { userId }, select: kept.ACCESS })),
    },
  ]
}

const addressOf = async (db: Database, userId: string) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })).email

async function remindersOff(db: Database, userId: string) {
  const address = await addressOf(db, userId)
  return db.letterOff.findMany({ where: { address }, select: { kind: true, at: true } })
}

async function mailEvents(db: Database, userId: string) {
  return db.mailEvent.findMany({ where: { address: await addressOf(db, userId) }, select: kept.MAIL_EVENT })
}

async function addressTrouble(db: Database, userId: string) {
  return db.mailAddress.findMany({ where: { address: await addressOf(db, userId) }, select: kept.MAIL_ADDRESS })
}

/** In the words of the index that finds them: nobody’s letters are read for somebody else’s. */
async function accountLetters(db: Database, userId: string) {
  return db.$queryRaw<{ letter: string; createdAt: Date; sentAt: Date | null }[]>`
    select "content" ->> 'letter' as "letter", "recipient", "locale", "createdAt", "sentAt" from "outbox_letter"
    where "userId" = ${userId}::uuid
      and "content" ->> 'letter' in ('welcome', 'confirm_email', 'password_reset', 'password_changed', 'account_secured',
        'email_change', 'email_change_told', 'account_exists', 'account_closed')
    order by "createdAt"`
}

/** Without what operators look into, and note for each other: whoever is looked at is not told before it is decided. */
async function accountEvents(db: Database, userId: string) {
  return db.$queryRaw<{ kind: string; at: Date }[]>`
    select "kind", "at" from "audit_event" where "userId" = ${userId}::uuid and "escrowId" is null
      and "kind" not in ('screening_opened', 'wallet_refused', 'note_added') order by "at"`
}

/** Those that found nothing; of the others the decisions tell, once there are any. */
function comparisons(db: Database, userId: string, page: Parameters<Page<unknown>>[0]) {
  const where = { subject: `user:${userId}`, outcome: 'clear' }
  return db.screening.findMany({ ...page, where, select: kept.COMPARED })
}

/** Never one that is open, or open again. */
function decidedLikenesses(db: Database, userId: string) {
  return db.screeningReview.findMany({
    where: { personId: userId, state: { in: ['false_match', 'true_match'] }, wanted: null },
    orderBy: { decidedAt: 'asc' },
    select: kept.LIKENESS,
  })
}

/** A file that the person has uploaded. */
export type OwnFile = { id: string; transactionId: string; fileName: string; storageKey: string; uploadedAt: Date }

/** Documents as a seller and contracts as a buyer, replaced and drafted ones too, and what was shown in disputes. */
export async function* ownFiles(db: Database, userId: string): AsyncIterable<OwnFile> {
  const documents = inPages((page) =>
    db.escrowDocument.findMany({
      ...page,
      where: { uploadedById: userId },
      select: {
        id: true,
        fileName: true,
        storageKey: true,
        uploadedAt: true,
        escrow: { select: { transactionId: true } },
      },
    }),
  )
  for await (const { escrow, ...file } of documents) yield { ...file, transactionId: escrow.transactionId }
  const shown = inPages((page) =>
    db.disputeFile.findMany({
      ...page,
      where: { uploadedById: userId },
      select: {
        id: true,
        fileName: true,
        storageKey: true,
        uploadedAt: true,
        statement: { select: { dispute: { select: { escrow: { select: { transactionId: true } } } } } },
      },
    }),
  )
  for await (const { statement, ...file } of shown) yield { ...file, ...statement.dispute.escrow }
  const drafted = await db.submitDraft.findMany({
    where: { userId, storageKey: { not: null } },
    select: { token: true, fileName: true, storageKey: true, uploadedAt: true },
  })
  for (const { token, fileName, storageKey, uploadedAt } of drafted) {
    if (fileName === null || storageKey === null || uploadedAt === null) continue
    yield { id: token, transactionId: 'not-opened', fileName, storageKey, uploadedAt }
  }
  const contracts = inPages((page) =>
    db.escrow.findMany({
      ...page,
      where: { buyerId: userId, contract: { isNot: null } },
      select: {
        id: true,
        transactionId: true,
        contract: { select: { fileName: true, storageKey: true, uploadedAt: true } },
      },
    }),
  )
  for await (const { id, transactionId, contract } of contracts) if (contract) yield { id, transactionId, ...contract }
}
