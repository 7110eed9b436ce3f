import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { PayoutOutcome } from '#app/ledgers/ledger.ts'
import { closeAttempt } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { SETTLEMENT_OPEN, type SettlementShares } from '#app/settlement/custody/domain/settlement.ts'
import { markReleased } from '#app/settlement/payouts/db/payouts.server.ts'
import { endDeposit, type StoredDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { onchainSettlementOf } from '#app/trade/onchain/db/settlement-descriptions.ts'
import { findSettlement, moveSettlement, type StoredSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import { storeShare } from '#app/trade/onchain/db/signing/closings.server.ts'
import { isShareSetAside } from '#app/trade/onchain/domain/settlement.ts'
import {
  END_OF,
  endOfClaim,
  endOfEscrow,
  endOfOther,
  type OnchainEnd,
} from '#app/trade/onchain/domain/settlement-fate.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyEnded } from './notifying/notify-of-onchain.server.ts'

/** How the ledger ended a deposit: by which transaction, what each side got, and whether that is set aside. */
export type EndedEscrow = { end: OnchainEnd; hash: string; at: Date; shares: SettlementShares; isSetAside: boolean }

/** Asks the ledger; null: it still holds the money. Throws LedgerUnavailable. */
export async function askEnd(
  { held }: Pick<Deps, 'held'>,
  { terms, lock }: { terms: StoredAgreement['terms']; lock: StoredDeposit },
): Promise<EndedEscrow | null> {
  const nothing = new Decimal(0)
  const { balanceId, owner, sequence } = lock
  if (balanceId !== null) {
    const claim = await held.stellar.findClaim(balanceId)
    if (claim === null) return null
    const end = endOfClaim(terms, claim)
    const paidTo = (wallet: string) =>
      claim.paid.reduce((sum, { address, amount }) => (address === wallet ? sum.plus(amount) : sum), nothing)
    const shares =
      end === 'expired'
        ? { seller: nothing, buyer: terms.amount }
        : { seller: paidTo(terms.sellerWallet), buyer: paidTo(terms.buyerWallet) }
    return { end, hash: claim.hash, at: claim.at, shares, isSetAside: claim.paid.some(isShareSetAside) }
  }
  if (owner === null || sequence === null) throw new Error(`lock ${lock.id} is of no ledger`)
  const found = await held.xrpl.findEnd({ owner, sequence })
  if (found === null) return null
  const end = endOfEscrow(found)
  const [seller, buyer] = end === 'released' ? [terms.amount, nothing] : [nothing, terms.amount]
  return { end, hash: found.hash, at: found.at, shares: { seller, buyer }, isSetAside: false }
}

/** The same of a deposit that does not count, of any amount: only its end and transaction. Throws LedgerUnavailable. */
export async function askOtherEnd(
  { held }: Pick<Deps, 'held'>,
  { terms, lock }: { terms: Pick<OnchainTerms, 'buyerWallet' | 'sellerWallet'>; lock: DepositKeys },
): Promise<Pick<EndedEscrow, 'end' | 'hash' | 'at'> | null> {
  const { balanceId, owner, sequence } = lock
  if (balanceId !== null) {
    const claim = await held.stellar.findClaim(balanceId)
    return claim && { end: endOfOther(terms, claim), hash: claim.hash, at: claim.at }
  }
  if (owner === null || sequence === null) throw new Error('a lock is of no ledger')
  const found = await held.xrpl.findEnd({ owner, sequence })
  return found && { end: endOfEscrow(found), hash: found.hash, at: found.at }
}

type DepositKeys = Pick<StoredDeposit, 'balanceId' | 'owner' | 'sequence'>

type Closed = {
  terms: StoredAgreement['terms']
  lock: StoredDeposit
  ended: EndedEscrow
  /** The ledger's outcome of the attempt that was in flight; null: there was none. Never 'pending'. */
  outcome: PayoutOutcome | null
}

/**
 * Records that the ledger no longer holds an escrow's money, whoever took it: ends the deposit, its settlement and the
 * deadline. A settlement that matches what was paid is confirmed, any other is dead. Atomic and idempotent.
 */
export async function endOnchainEscrow(deps: Deps, { terms, lock, ended, outcome }: Closed): Promise<void> {
  const { escrowId } = lock
  const isNew = await inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    if (!(await endDeposit(tx, { id: lock.id, end: ended.end, hash: ended.hash, at: ended.at }))) return false
    const exit = await findSettlement(tx, escrowId)
    const setAside = exit ? await closeSettlement(deps, tx, { exit, terms, ended, outcome, now }) : []
    if (ended.shares.seller.gt(0)) await markReleased(tx, { escrowId, at: ended.at })
    await writeEnd(tx, { escrow, terms, ended, now })
    await notifyEnded(tx, { escrow, lockId: lock.id, ...ended, setAside, now })
    await scheduleDeadline(tx, { escrowId, now })
    return true
  })
  if (isNew) deps.log.info({ escrow: escrowId, hash: ended.hash, end: ended.end }, 'on-chain escrow ended')
}

type Close = {
  exit: StoredSettlement
  terms: StoredAgreement['terms']
  ended: EndedEscrow
  outcome: PayoutOutcome | null
  now: Date
}

/** Returns the sides for which shares wait on the ledger. */
async function closeSettlement(
  deps: Deps,
  tx: Transaction,
  { exit, terms, ended, outcome, now }: Close,
): Promise<Reader[]> {
  const from = SETTLEMENT_OPEN
  if (exit.live) {
    const said = outcome === null || outcome.kind === 'pending' ? ({ kind: 'expired' } as const) : outcome
    await closeAttempt(tx, { id: exit.live.id, outcome: said, at: now })
  }
  const { seller, buyer } = exit.shares
  const isTaken = END_OF[exit.kind] === ended.end && seller.eq(ended.shares.seller) && buyer.eq(ended.shares.buyer)
  await moveSettlement(
    tx,
    isTaken
      ? { id: exit.id, from, to: 'confirmed', settledHash: ended.hash, settledAt: ended.at }
      : { id: exit.id, from, to: 'dead', deadReason: 'superseded' },
  )
  return isTaken && ended.isSetAside ? keepShares(deps, tx, { exit, terms, at: ended.at }) : []
}

async function keepShares(
  { held }: Deps,
  tx: Transaction,
  { exit, terms, at }: { exit: StoredSettlement; terms: StoredAgreement['terms']; at: Date },
): Promise<Reader[]> {
  const described = onchainSettlementOf(exit)
  const balances = held.stellar.balancesOf(described)
  const sides: Reader[] = []
  for (const [place, { address, amount }] of described.shares.entries()) {
    const balanceId = balances[place]
    if (!balanceId) continue
    const side = address === terms.sellerWallet ? 'seller' : 'buyer'
    await storeShare(tx, { balanceId, exitId: exit.id, side, amount: new Decimal(amount), createdAt: at })
    sides.push(side)
  }
  return sides
}

type Written = { escrow: StoredEscrow; terms: StoredAgreement['terms']; ended: EndedEscrow; now: Date }

async function writeEnd(tx: Transaction, { escrow, terms, ended, now }: Written): Promise<void> {
  const { end, hash, shares, isSetAside } = ended
  const paid = [
    { kind: 'funds_released', amount: shares.seller, address: terms.sellerWallet },
    { kind: 'funds_refunded', amount: shares.buyer, address: terms.buyerWallet },
  ] as const
  for (const { kind, amount, address } of paid.filter((one) => one.amount.gt(0))) {
    const detail = {
      hash,
      end,
      amount: plain(amount),
      asset: escrow.currency,
      address,
      ...(isSetAside && { isSetAside }),
    }
    await writeEvent(tx, { kind, at: now, escrowId: escrow.id, detail })
  }
}
