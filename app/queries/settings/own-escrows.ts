/** What each side gets of its escrows in the copy of its data: what both agreed and what it did itself, nothing of the other’s. */
import type { Prisma } from '#app/db/generated/client.ts'
import { EXPORTED_COLUMNS } from '#app/domain/escrow/escrow-terms.ts'
import { ACCEPTED, CHANGE, PAYMENT } from './own-facts.ts'

const CLOCK = {
  kind: true,
  owner: true,
  since: true,
  turnSince: true,
  startedAt: true,
  dueAt: true,
  nextAt: true,
  endedAt: true,
  end: true,
} satisfies Prisma.EscrowClockSelect

const DATES = {
  fundBy: true,
  presentBy: true,
  examineDays: true,
  weekend: true,
  onSilence: true,
  documents: true,
  createdAt: true,
  clocks: { select: CLOCK },
  amendments: { select: CHANGE },
} satisfies Prisma.TradeDatesSelect

const { version, sha256, acceptedAt } = ACCEPTED

const FACTS = {
  id: true,
  transactionId: true,
  type: true,
  heldBy: true,
  currency: true,
  amount: true,
  createdAt: true,
  correctedAt: true,
  serviceTerms: true,
  serviceSupplement: true,
  verifiedAt: true,
  confirmedAt: true,
  documentApprovalStatus: true,
  rejectedTypes: true,
  decidedAt: true,
  releasedAt: true,
  cancelledAt: true,
  lapsedAt: true,
  refundOpenedAt: true,
  dates: { select: DATES },
  acceptedTerms: { select: { version, sha256, acceptedAt } },
} satisfies Prisma.EscrowSelect

const MONEY_OUT = {
  purpose: true,
  state: true,
  asset: true,
  amount: true,
  address: true,
  memo: true,
  createdAt: true,
  settledHash: true,
  settledAt: true,
} satisfies Prisma.PayoutSelect

const SETTLEMENT = {
  cause: true,
  toSeller: true,
  toBuyer: true,
  createdAt: true,
  deadAt: true,
} satisfies Prisma.SettlementSelect

/** The reasons of a decision are written for both. */
const DISPUTE = {
  reason: true,
  openedAt: true,
  decision: true,
  decidedAt: true,
  sellerAmount: true,
  buyerAmount: true,
  note: true,
} satisfies Prisma.DisputeSelect

const LINK = {
  showsFiles: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  views: true,
  lastViewedAt: true,
} satisfies Prisma.ViewLinkSelect

const NOTICE = {
  givenAt: true,
  reason: true,
  isBinding: true,
  withdrawnAt: true,
  roundAllowedAt: true,
  discrepancies: { select: { type: true, reasons: true, words: true } },
  waiver: { select: { answer: true, answeredAt: true, answerWords: true } },
} satisfies Prisma.ExaminationSelect

/** That it was given, and what of; its words are the buyer’s. */
const NOTICE_GOT = {
  givenAt: true,
  isBinding: true,
  withdrawnAt: true,
  roundAllowedAt: true,
  discrepancies: { select: { type: true, reasons: true } },
} satisfies Prisma.ExaminationSelect

/** How both would share: all of what was proposed but its words and wallets. */
const SHARES = {
  kind: true,
  side: true,
  sellerAmount: true,
  buyerAmount: true,
  proposedAt: true,
  answer: true,
  answeredAt: true,
} satisfies Prisma.DivisionSelect

/** Of an escrow that the ledger holds: until when, what was locked, and how it was taken out. */
const HELD = {
  deadline: true,
  createdAt: true,
  agreements: {
    select: {
      openedAt: true,
      account: true,
      drafts: {
        where: { offeredAt: { not: null } },
        select: { condition: true, hash: true, offeredAt: true, endedAt: true },
      },
      locks: {
        select: {
          balanceId: true,
          amount: true,
          hash: true,
          lockedAt: true,
          differences: true,
          counts: true,
          end: true,
          endHash: true,
          endedAt: true,
          returns: {
            select: {
              asset: true,
              amount: true,
              hash: true,
              offeredAt: true,
              signedAt: true,
              end: true,
              endedAt: true,
            },
          },
        },
      },
    },
  },
  exits: {
    select: {
      kind: true,
      state: true,
      createdAt: true,
      settledHash: true,
      settledAt: true,
      setAside: { select: { side: true, amount: true, balanceId: true, takenAt: true, takenBy: true } },
    },
  },
} satisfies Prisma.HoldSelect

/** What the buyer did, typed and paid. */
export function asBuyer(userId: string) {
  return {
    ...FACTS,
    ...EXPORTED_COLUMNS,
    account: true,
    reference: true,
    hold: { select: { ...HELD, buyerWallet: true } },
    receivedAmount: true,
    rejectionReason: true,
    buyerWalletCurrency: true,
    refundAddress: true,
    refundMemo: true,
    refundStatedAt: true,
    contract: {
      select: { fileName: true, contentType: true, size: true, sha256: true, uploadedAt: true, scannedAt: true },
    },
    payments: { select: PAYMENT },
    statedPayments: {
      select: { hash: true, ledgerHash: true, statedAt: true, verdict: true, judgedAt: true, memo: true },
    },
    settlements: { select: SETTLEMENT },
    payouts: { where: { purpose: { in: ['refund', 'return'] } }, select: MONEY_OUT },
    refundRequests: { select: { reason: true, askedAt: true, answer: true, answeredAt: true } },
    presentations: { select: { round: true, presentedAt: true, examinations: { select: NOTICE } } },
    disputes: { where: { openedById: userId }, select: DISPUTE },
    divisions: { select: SHARES },
    viewLinks: { where: { madeById: userId }, select: LINK },
  } satisfies Prisma.EscrowSelect
}

/** What the seller did, stated and got. */
export function asSeller(userId: string) {
  return {
    ...FACTS,
    hold: { select: HELD },
    payoutAddress: true,
    payoutMemo: true,
    payoutStatedAt: true,
    proposedPayoutAddress: true,
    proposedPayoutMemo: true,
    proposedPayoutAt: true,
    settlements: { where: { cause: { not: 'excess' } }, select: SETTLEMENT },
    payouts: { where: { purpose: 'release' }, select: MONEY_OUT },
    presentations: {
      select: {
        round: true,
        presentedAt: true,
        wasLate: true,
        containerNumber: true,
        ladenOn: true,
        invoiceAmount: true,
        insuredAmount: true,
        examinations: { select: NOTICE_GOT },
      },
    },
    // What was confirmed and does not count yet.
    uncounted: {
      select: {
        presentedAt: true,
        wasLate: true,
        payoutAddress: true,
        payoutMemo: true,
        containerNumber: true,
        ladenOn: true,
        invoiceAmount: true,
        insuredAmount: true,
      },
    },
    waiverRequests: { select: { words: true, askedAt: true, answer: true, answeredAt: true } },
    refundRequests: {
      where: { answer: { in: ['agreed', 'declined'] } },
      select: { askedAt: true, answer: true, answeredAt: true, answerReason: true },
    },
    disputes: { where: { openedById: userId }, select: DISPUTE },
    divisions: { select: SHARES },
    viewLinks: { where: { madeById: userId }, select: LINK },
  } satisfies Prisma.EscrowSelect
}
