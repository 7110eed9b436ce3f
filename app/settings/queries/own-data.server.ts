/**
 * Everything that is kept of a person, for the person: what they are to us, did and sent. Of an escrow, only their own
 * part, not the other side’s name, address, wallets, words and documents. Read in pages.
 */

import type { Database } from '#app/kernel/db/client.server.ts'
import { emailsOfAccount } from '#app/settings/db/account-emails.ts'
import { asBuyer, asSeller, withDates } from './own-escrows.ts'
import * as kept from './own-facts.ts'
import { columns } from './own-facts.ts'

const ROWS = 500

/** One file of the copy: its rows. */
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

function paged<Row extends { id: string }>(name: string, read: Page<Row>): OwnSection {
  return { name, rows: inPages(read) }
}

function all<Row>(name: string, read: () => Promise<Row[]>): OwnSection {
  async function* rows() {
    yield* await read()
  }
  return { name, rows: rows() }
}

export function ownSections(db: Database, { userId, now }: { userId: string; now: Date }): OwnSection[] {
  return [
    all('account', () => db.user.findMany({ where: { id: userId }, select: kept.ACCOUNT })),
    all('about', () => db.personDetail.findMany({ where: { userId }, select: kept.ABOUT })),
    all('saved-wallets', () => db.savedWallet.findMany({ where: { userId }, select: kept.WALLET })),
    all('sessions', () => db.session.findMany({ where: { userId, expiresAt: { gt: now } }, select: kept.SESSION })),
    all('second-factor', () => db.secondFactor.findMany({ where: { userId }, select: kept.FACTOR })),
    all('email-changes', () => db.emailChange.findMany({ where: { userId }, select: kept.ADDRESSES })),
    all('copies-asked-for', () => db.dataExport.findMany({ where: { userId }, select: kept.COPY })),
    all('reminders-switched-off', () => remindersOff(db, userId)),
    all('what-became-of-letters', () => mailEvents(db, userId)),
    all('letters-that-come-back', () => addressFailure(db, userId)),
    all('escrow-pages-opened', () =>
      db.partyVisit.findMany({ where: { userId }, select: { escrowId: true, at: true } }),
    ),
    all('deadlines-that-stood-still', () =>
      db.undeliveredPause.findMany({ where: { userId }, select: kept.STOOD_STILL }),
    ),
    paged('fee-quotes', (page) => db.feeQuote.findMany({ ...page, where: { userId }, select: kept.FEE_QUOTE })),
    all('fee-payments', () => db.feePayment.findMany({ where: { buyerUid: userId }, select: kept.FEE_PAYMENT })),
    all('fee-receipts', () => db.feeReceipt.findMany({ where: { quote: { userId } }, select: kept.FEE_RECEIPT })),
    paged('failed-payments', (page) =>
      db.failedPayment.findMany({ ...page, where: { uid: userId }, select: kept.FAILED }),
    ),
    all('escrows-not-opened', () => db.submitDraft.findMany({ where: { userId }, select: kept.DRAFT })),
    paged('escrows-as-buyer', async (page) =>
      (await db.escrow.findMany({ ...page, where: { buyerId: userId }, select: asBuyer(userId) })).map(withDates),
    ),
    paged('escrows-as-seller', async (page) =>
      (await db.escrow.findMany({ ...page, where: { sellerId: userId }, select: asSeller(userId) })).map(withDates),
    ),
    all('terms-of-quayside-accepted', () =>
      db.serviceTermsAcceptance.findMany({ where: { userId }, select: kept.SERVICE_TERMS }),
    ),
    // A seller who is only named accepts terms too.
    all('terms-accepted', () => db.acceptedTerms.findMany({ where: { acceptedById: userId }, select: kept.ACCEPTED })),
    paged('wallets-agreed', (page) =>
      db.holdAgreement.findMany({ ...page, where: { agreedById: userId }, select: kept.ONCHAIN_WALLET }),
    ),
    paged('amendments-proposed', (page) =>
      db.amendment.findMany({ ...page, where: { proposedById: userId }, select: kept.PROPOSAL }),
    ),
    paged('more-time-asked', (page) =>
      db.timeRequest.findMany({ ...page, where: { askedById: userId }, select: kept.MORE_TIME }),
    ),
    paged('shares-proposed', (page) =>
      db.division.findMany({ ...page, where: { proposedById: userId }, select: kept.SHARES }),
    ),
    paged('said-in-disputes', (page) =>
      db.disputeStatement.findMany({ ...page, where: { statedById: userId }, select: kept.SAID }),
    ),
    paged('documents', (page) =>
      db.escrowDocument.findMany({ ...page, where: { uploadedById: userId }, select: kept.DOCUMENT }),
    ),
    paged('compared-with-lists', (page) => comparisons(db, userId, page)),
    all('likenesses-decided', () => decidedLikenesses(db, userId)),
    all('letters-about-the-account', () => accountEmails(db, userId)),
    all('events-of-the-account', () => accountEvents(db, userId)),
    paged('access-records', (page) => db.accessRecord.findMany({ ...page, where: { userId }, select: kept.ACCESS })),
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

async function addressFailure(db: Database, userId: string) {
  return db.mailAddress.findMany({ where: { address: await addressOf(db, userId) }, select: kept.MAIL_ADDRESS })
}

async function accountEmails(db: Database, userId: string) {
  return db.$queryRaw<{ letter: string; createdAt: Date; sentAt: Date | null }[]>`
    select "content" ->> 'letter' as "letter", "recipient", "locale", "createdAt", "sentAt" from "outbox_letter"
    where "id" in (${emailsOfAccount(userId)}) order by "createdAt"`
}

/** Without operators' investigations and notes: nobody is informed of one before it is decided. */
async function accountEvents(db: Database, userId: string) {
  return db.$queryRaw<{ kind: string; at: Date }[]>`
    select "kind", "at" from "audit_event" where "userId" = ${userId}::uuid and "escrowId" is null
      and "kind" not in ('screening_opened', 'wallet_refused', 'note_added') order by "at"`
}

/** Only those that found nothing; decided reviews show the others. */
function comparisons(db: Database, userId: string, page: Parameters<Page<unknown>>[0]) {
  const where = { subject: `user:${userId}`, outcome: 'clear' }
  return db.screening.findMany({ ...page, where, select: kept.COMPARED_COLUMNS })
}

/** Never one that is open, or open again. */
function decidedLikenesses(db: Database, userId: string) {
  return db.screeningReview.findMany({
    where: { personId: userId, state: { in: ['false_match', 'true_match'] }, wanted: null },
    orderBy: { decidedAt: 'asc' },
    select: kept.LIKENESS,
  })
}

export type OwnFile = { id: string; transactionId: string; fileName: string; storageKey: string; uploadedAt: Date }
const FILE = ['id', 'fileName', 'storageKey', 'uploadedAt'] as const

/** Documents as a seller and contracts as a buyer, replaced and drafted ones too, and files of disputes. */
export async function* ownFiles(db: Database, userId: string): AsyncIterable<OwnFile> {
  const documents = inPages((page) =>
    db.escrowDocument.findMany({
      ...page,
      where: { uploadedById: userId },
      select: { ...columns('EscrowDocument', ...FILE), escrow: { select: { transactionId: true } } },
    }),
  )
  for await (const { escrow, ...file } of documents) yield { ...file, transactionId: escrow.transactionId }
  const shown = inPages((page) =>
    db.disputeFile.findMany({
      ...page,
      where: { uploadedById: userId },
      select: {
        ...columns('DisputeFile', ...FILE),
        statement: { select: { dispute: { select: { escrow: { select: { transactionId: true } } } } } },
      },
    }),
  )
  for await (const { statement, ...file } of shown) yield { ...file, ...statement.dispute.escrow }
  const drafted = await db.submitDraft.findMany({
    where: { userId, storageKey: { not: null } },
    select: columns('SubmitDraft', 'token', 'fileName', 'storageKey', 'uploadedAt'),
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
        ...columns('Escrow', 'id', 'transactionId'),
        contract: { select: columns('EscrowContract', 'fileName', 'storageKey', 'uploadedAt') },
      },
    }),
  )
  for await (const { id, transactionId, contract } of contracts) if (contract) yield { id, transactionId, ...contract }
}
