/**
 * What belongs to an escrow and stands on its statement: in one question (decision 089), which costs the web app less than half of
 * what thirteen cost.
 */

import { ACCEPTED_TERMS } from '#app/db/agreement/accepted-terms.server.ts'
import { AMENDMENTS, toAmendment } from '#app/db/agreement/amendments.server.ts'
import { TIME_REQUESTS } from '#app/db/agreement/clocks.server.ts'
import { DATES, toDates } from '#app/db/agreement/milestones.server.ts'
import { STATEMENTS, toStatement } from '#app/db/disputes/dispute-statements.server.ts'
import { DISPUTES, toDispute } from '#app/db/disputes/disputes.server.ts'
import { DIVISIONS, toDivision } from '#app/db/divisions/divisions.server.ts'
import { CONTRACT, PRESENTED } from '#app/db/documents/documents.server.ts'
import type { Prisma } from '#app/db/generated/client.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { asPayout, OF_ACCOUNT } from '#app/db/kernel/transfer-kinds.ts'
import { REFUND_REQUESTS } from '#app/db/refunds/refund-requests.server.ts'

/** The largest: whoever sends next to nothing again and again does not make the paper long. */
export const MOST_PAYMENTS = 200

const PERSON = { select: { name: true, email: true } } as const

const RECORDS = {
  buyer: PERSON,
  seller: PERSON,
  contract: CONTRACT,
  documents: PRESENTED,
  payments: {
    orderBy: [{ amount: 'desc' }, { id: 'desc' }],
    take: MOST_PAYMENTS,
    select: {
      id: true,
      network: true,
      hash: true,
      amount: true,
      asset: true,
      assetLabel: true,
      problem: true,
      closedAt: true,
    },
  },
  transfers: {
    where: OF_ACCOUNT,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      purpose: true,
      state: true,
      blockedReason: true,
      waitsFor: true,
      feeAsked: true,
      amount: true,
      address: true,
      memo: true,
      feePaid: true,
      settledHash: true,
      settledAt: true,
    },
  },
  refundRequests: REFUND_REQUESTS,
  disputes: { ...DISPUTES, select: { ...DISPUTES.select, statements: STATEMENTS } },
  divisions: DIVISIONS,
  acceptedTerms: ACCEPTED_TERMS,
  milestone: { select: { ...DATES, amendments: AMENDMENTS, requests: TIME_REQUESTS } },
} satisfies Prisma.EscrowSelect

export type Records = Awaited<ReturnType<typeof findRecords>>

/** All lists oldest first, but for payments: the largest first. */
export async function findRecords(tx: Transaction, escrowId: string) {
  const row = await tx.escrow.findUniqueOrThrow({ where: { id: escrowId }, select: RECORDS })
  const { milestone, disputes, divisions, transfers, ...records } = row
  return {
    ...records,
    payouts: transfers.map(asPayout),
    disputes: disputes.map(({ statements, ...dispute }) => ({
      ...toDispute(dispute),
      statements: statements.map(toStatement),
    })),
    divisions: divisions.map(toDivision),
    dates: milestone && toDates(milestone),
    // They hang on the dates of a trade: without dates there are none.
    amendments: milestone?.amendments.map(toAmendment) ?? [],
    timeRequests: milestone?.requests ?? [],
  }
}
