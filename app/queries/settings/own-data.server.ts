/**
 * Everything that is kept of a person, for the person: what they are to us, did and sent. Of an escrow, what is theirs of it: the
 * other side’s name, address, wallets, words and documents are the other side’s. Read in pages, however much there is.
 */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database } from '#app/db/kernel/client.server.ts'

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
    { name: 'account', rows: all(() => db.user.findMany({ where: { id: userId }, select: ACCOUNT })) },
    {
      name: 'about',
      rows: all(() => db.personDetail.findMany({ where: { userId }, omit: { userId: true } })),
    },
    {
      name: 'saved-wallets',
      rows: all(() => db.savedWallet.findMany({ where: { userId }, omit: { userId: true, sellerEmail: true } })),
    },
    {
      name: 'sessions',
      rows: all(() => db.session.findMany({ where: { userId, expiresAt: { gt: now } }, select: SESSION })),
    },
    { name: 'reminders-switched-off', rows: all(() => remindersOff(db, userId)) },
    {
      name: 'fee-quotes',
      rows: inPages((page) => db.feeQuote.findMany({ ...page, where: { userId }, omit: { userId: true } })),
    },
    {
      name: 'fee-payments',
      rows: all(() => db.feePayment.findMany({ where: { buyerUid: userId }, omit: { buyerUid: true } })),
    },
    {
      name: 'failed-payments',
      rows: inPages((page) => db.failedPayment.findMany({ ...page, where: { uid: userId }, omit: { uid: true } })),
    },
    {
      name: 'escrows-as-buyer',
      rows: inPages((page) => db.escrow.findMany({ ...page, where: { buyerId: userId }, select: AS_BUYER })),
    },
    {
      name: 'escrows-as-seller',
      rows: inPages((page) => db.escrow.findMany({ ...page, where: { sellerId: userId }, select: AS_SELLER })),
    },
    {
      name: 'documents',
      rows: inPages((page) =>
        db.escrowDocument.findMany({ ...page, where: { uploadedById: userId }, select: DOCUMENT }),
      ),
    },
    { name: 'letters-about-the-account', rows: all(() => accountLetters(db, userId)) },
    { name: 'events-of-the-account', rows: all(() => accountEvents(db, userId)) },
    {
      name: 'access-records',
      rows: inPages((page) => db.accessRecord.findMany({ ...page, where: { userId }, select: ACCESS })),
    },
  ]
}

const ACCOUNT = {
  id: true,
  name: true,
  email: true,
  emailConfirmedAt: true,
  role: true,
  locale: true,
  hasPaid: true,
  paidAt: true,
  currency: true,
  paymentHash: true,
  sanctionsConsent: true,
  consentTimestamp: true,
  consentFingerprint: true,
  termsVersion: true,
  trialCredits: true,
  plan: true,
  pilotSource: true,
  feeGrossUSD: true,
  feeDiscountUSD: true,
  feeNetUSD: true,
  usdValue: true,
  cryptoAmount: true,
  walletAddress: true,
  walletMemo: true,
  walletCurrency: true,
  buyerWalletAddress: true,
  buyerWalletCurrency: true,
  buyerMemoTag: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.UserSelect

const SESSION = {
  browser: true,
  system: true,
  network: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
} as const
const ACCESS = { id: true, kind: true, subject: true, place: true, firstAt: true, lastAt: true, count: true } as const

const FACTS = {
  id: true,
  transactionId: true,
  type: true,
  currency: true,
  amount: true,
  createdAt: true,
  verifiedAt: true,
  confirmedAt: true,
  documentApprovalStatus: true,
  decidedAt: true,
  releasedAt: true,
  cancelledAt: true,
} satisfies Prisma.EscrowSelect

const MONEY_OUT = {
  purpose: true,
  state: true,
  asset: true,
  amount: true,
  address: true,
  memo: true,
  settledHash: true,
  settledAt: true,
} satisfies Prisma.PayoutSelect

const NOTICE = {
  givenAt: true,
  reason: true,
  withdrawnAt: true,
  roundAllowedAt: true,
  discrepancies: { select: { type: true, reasons: true, words: true } },
  waiver: { select: { answer: true, answeredAt: true, answerWords: true } },
} satisfies Prisma.ExaminationSelect
/** What the person's side has proposed that both get. */
const PROPOSED = {
  kind: true,
  sellerAmount: true,
  buyerAmount: true,
  words: true,
  proposedAt: true,
  answer: true,
  answeredAt: true,
} satisfies Prisma.DivisionSelect

const AS_BUYER = {
  ...FACTS,
  account: true,
  reference: true,
  receivedAmount: true,
  notes: true,
  terms: true,
  rejectionReason: true,
  buyerWalletAddress: true,
  buyerWalletCurrency: true,
  buyerMemoTag: true,
  refundAddress: true,
  refundMemo: true,
  contract: { select: { fileName: true, contentType: true, size: true, sha256: true, uploadedAt: true } },
  payments: {
    select: {
      network: true,
      hash: true,
      fromAddress: true,
      assetLabel: true,
      amount: true,
      memo: true,
      closedAt: true,
      problem: true,
    },
  },
  payouts: { where: { purpose: { in: ['refund', 'return'] } }, select: MONEY_OUT },
  refundRequests: { select: { reason: true, askedAt: true, answer: true, answeredAt: true } },
  presentations: { select: { round: true, examinations: { select: NOTICE } } },
  divisions: { where: { side: 'buyer' }, select: PROPOSED },
} satisfies Prisma.EscrowSelect

const AS_SELLER = {
  ...FACTS,
  payoutAddress: true,
  payoutMemo: true,
  payoutStatedAt: true,
  payouts: { where: { purpose: 'release' }, select: MONEY_OUT },
  presentations: {
    select: {
      round: true,
      presentedAt: true,
      containerNumber: true,
      ladenOn: true,
      invoiceAmount: true,
      insuredAmount: true,
    },
  },
  waiverRequests: { select: { words: true, askedAt: true, answer: true, answeredAt: true } },
  divisions: { where: { side: 'seller' }, select: PROPOSED },
} satisfies Prisma.EscrowSelect

const DOCUMENT = {
  id: true,
  type: true,
  fileName: true,
  contentType: true,
  size: true,
  sha256: true,
  uploadedAt: true,
  rejectedAt: true,
  replacedAt: true,
  escrow: { select: { transactionId: true } },
} satisfies Prisma.EscrowDocumentSelect

async function remindersOff(db: Database, userId: string) {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  return db.letterOff.findMany({ where: { address: email }, select: { kind: true, at: true } })
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

/** Without that somebody has to look at the person (decision 068): nobody on a list is to learn it from a copy. */
async function accountEvents(db: Database, userId: string) {
  return db.$queryRaw<{ kind: string; at: Date }[]>`
    select "kind", "at" from "audit_event"
    where "userId" = ${userId}::uuid and "escrowId" is null and "kind" <> 'screening_opened' order by "at"`
}

/** A file that the person has uploaded. */
export type OwnFile = { id: string; transactionId: string; fileName: string; storageKey: string; uploadedAt: Date }

/** Documents as a seller and contracts as a buyer, replaced ones too. */
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
