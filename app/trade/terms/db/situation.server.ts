/** What follows at the end of a deadline, from the stored facts of the escrow. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { custodianOf } from '#app/settlement/custody/domain/custodian.ts'
import { expectationOf, mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import { isComplete } from '#app/trade/terms/domain/asked-documents.ts'
import { type Consequence, consequenceOf } from '#app/trade/terms/domain/consequence.ts'
import type { Deadline } from '#app/trade/terms/domain/deadline.ts'
import { roundsLeft } from '#app/trade/terms/domain/presentations-left.ts'
import type { TradeStanding } from '#app/trade/terms/domain/standing.ts'
import { findLastNotice } from './deadlines.server.ts'
import { findPresentedTypes } from './milestones.server.ts'

type Running = { escrow: StoredEscrow; standing: TradeStanding; clock: Deadline; now: Date }

/** What the end of this deadline does, and what follows if nobody acts (trade/terms/domain/consequence.ts). */
export async function findConsequence(db: Database | Transaction, of: Running): Promise<Consequence> {
  const { escrow, standing, clock, now } = of
  const { onSilence, documents } = standing.dates
  return consequenceOf(clock, {
    now,
    custody: custodianOf(escrow),
    ledgerDate: standing.ledgerDate ?? null,
    amount: escrow.amount,
    receivedAmount: escrow.receivedAmount,
    onSilence,
    isComplete: isComplete(documents, await findPresentedTypes(db, escrow.id)),
    wasPresented: escrow.confirmedAt !== null,
    roundsLeft: await findRoundsLeft(db, of),
    walletMustBeChecked: mustBeChecked(expectationOf(escrow)),
    buyerHasConfirmedEmail: escrow.buyerHasConfirmedEmail,
    isNoticeUnheard: await isUnheard(db, of),
    hasRefundWallet: escrow.refundAddress !== null,
  })
}

async function findRoundsLeft(db: Database | Transaction, { escrow, standing }: Running): Promise<number | null> {
  if (escrow.confirmedAt === null) return roundsLeft({ hasDates: true, round: 0, isAllowed: false })
  const last = await db.presentation.aggregate({ where: { escrowId: escrow.id }, _max: { round: true } })
  return roundsLeft({ hasDates: true, round: last._max.round ?? 0, isAllowed: Boolean(standing.roundAllowedAt) })
}

/** The last notice was not sent in time, or never will be. Before the end a queued one is assumed to arrive. */
async function isUnheard(db: Database | Transaction, { escrow, clock, now }: Running): Promise<boolean> {
  if (clock.kind !== 'last_notice') return false
  const notice = await findLastNotice(db, { escrowId: escrow.id, userId: escrow.buyerId })
  return notice === 'lost' || (now >= clock.dueAt && notice !== 'sent')
}
