/** The state of an escrow that its emails depend on (notices/domain/email-stage.ts). */

import { findEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { isSettled } from '#app/escrow/domain/escrow.ts'
import { sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { EmailStanding } from '#app/notices/domain/email-stage.ts'
import { findDivisions } from '#app/trade/divisions/db/divisions.server.ts'

/** Locks the escrow against changes while an email about it begins to be sent; other readers are not blocked. */
export async function lockForEmail(tx: Transaction, escrowId: string): Promise<void> {
  await tx.$queryRaw`select 1 from "escrow" where "id" = ${escrowId}::uuid for share`
}

export async function findEscrowIdOf(tx: Transaction, transactionId: string): Promise<string | null> {
  return (await tx.escrow.findUnique({ where: { transactionId }, select: { id: true } }))?.id ?? null
}

export async function findEmailStanding(
  db: Database | Transaction,
  escrowId: string,
): Promise<{ escrow: StoredEscrow; standing: EmailStanding }> {
  const escrow = await findEscrow(db, escrowId)
  if (!escrow) throw new Error(`there is no escrow ${escrowId}`)
  const [counted] = await db.$queryRaw<Counted[]>`
    select
      (select coalesce(max(p."round"), 0)::int from "presentation" p where p."escrowId" = e."id") as "rounds",
      (select count(*)::int from "refund_request" r
        where r."escrowId" = e."id" and r."answer" in ('agreed', 'declined')) as "answers",
      (select count(*)::int from "dispute" d
        where d."escrowId" = e."id" and d."decision" is not null and d."decision" <> 'withdrawn') as "disputes",
      (select count(*)::int from "audit_event" a
        where a."escrowId" = e."id" and a."kind" = 'payout_wallet_agreed') as "agreedWallets",
      exists (select 1 from "waiver_request" w where w."escrowId" = e."id" and w."answer" is null) as "waiver",
      exists (select 1 from "amendment" a where a."escrowId" = e."id" and a."answer" is null) as "amendment",
      array(select t."until" from "time_request" t where t."escrowId" = e."id" and t."answer" is null) as "timeUntil",
      (select c."kind" from "escrow_clock" c where c."escrowId" = e."id" and c."endedAt" is null) as "clockKind",
      (select c."dueAt" from "escrow_clock" c where c."escrowId" = e."id" and c."endedAt" is null) as "clockDueAt"
    from "escrow" e where e."id" = ${escrowId}::uuid`
  if (!counted) throw new Error(`there is no escrow ${escrowId}`)
  return { escrow, standing: { ...standingOf(escrow), ...(await openAndCounted(db, escrowId, counted)) } }
}

type Counted = {
  rounds: number
  answers: number
  disputes: number
  agreedWallets: number
  waiver: boolean
  amendment: boolean
  timeUntil: Date[]
  clockKind: string | null
  clockDueAt: Date | null
}

function standingOf(escrow: StoredEscrow): Omit<EmailStanding, 'open' | 'counts'> {
  const { facts, held, dispute, sellerEmail } = escrow
  return {
    isFunded: facts.verifiedAt !== null,
    isConfirmed: facts.confirmedAt !== null,
    approval: facts.approval,
    isCancelled: facts.cancelledAt !== null,
    isOver: isSettled(facts) || Boolean(facts.refundOpenedAt),
    asksForRefund: facts.refundAskedAt !== null,
    sellerIsBound: escrow.sellerId !== null,
    sellerEmail,
    owesExcess: escrow.owedBack.gt(0),
    payouts: escrow.payouts,
    hasWalletProposal: escrow.walletProposal !== null,
    held: held && {
      isLocked: held.lock !== null && held.lock.end === null,
      asksForSignatures: held.exit?.state === 'collecting',
    },
    disputedBy: dispute && sideOfAct(escrow, dispute),
  }
}

async function openAndCounted(
  db: Database | Transaction,
  escrowId: string,
  { clockKind, clockDueAt, timeUntil, waiver, amendment, ...counts }: Counted,
): Promise<Pick<EmailStanding, 'open' | 'counts'>> {
  const divisions = await findDivisions(db, escrowId)
  const declinedOf = (by: string) => divisions.filter(({ side, answer }) => side === by && answer === 'declined').length
  return {
    counts: { ...counts, declined: { buyer: declinedOf('buyer'), seller: declinedOf('seller') } },
    open: {
      divisions: divisions
        .filter(({ answer }) => answer === null)
        .map(({ side, kind, shares }) => ({ side, kind, toSeller: plain(shares.seller) })),
      waiver,
      timeUntil: timeUntil.map((until) => until.toISOString()),
      amendment,
      clock: clockKind !== null && clockDueAt ? { kind: clockKind, dueAt: clockDueAt.toISOString() } : null,
    },
  }
}
