/** Reads a whole statement in one query (decision 103), which costs the web app less than half of thirteen. */

import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout, OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import { STATEMENTS, toStatement } from '#app/trade/disputes/db/dispute-statements.server.ts'
import { DISPUTES, toDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { DIVISIONS, toDivision } from '#app/trade/divisions/db/divisions.server.ts'
import { CONTRACT, PRESENTED } from '#app/trade/documents/db/documents.server.ts'
import { REFUND_REQUESTS } from '#app/trade/refunds/db/refund-requests.server.ts'
import { ACCEPTED_TERMS } from '#app/trade/terms/db/accepted-terms.server.ts'
import { AMENDMENTS, toAmendment } from '#app/trade/terms/db/amendments.server.ts'
import { TIME_REQUESTS } from '#app/trade/terms/db/deadlines.server.ts'
import { DATES, toDates } from '#app/trade/terms/db/milestones.server.ts'

/** The largest are listed: many tiny payments must not make the document long. */
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

/** All lists are oldest first, except payments: largest first. */
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
    // These depend on the dates of a trade: without dates there are none.
    amendments: milestone?.amendments.map(toAmendment) ?? [],
    timeRequests: milestone?.requests ?? [],
  }
}
