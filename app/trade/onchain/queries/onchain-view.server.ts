import type { Database } from '#app/kernel/db/client.server.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import { feeAskedOf } from '#app/settlement/payouts/domain/fee-asked.ts'
import { isCleared } from '#app/trade/onchain/db/clearances.server.ts'
import { findDepositsOf, type StoredDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { findAgreement, findOnchainEscrow } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { findSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import { findOpenReturn } from '#app/trade/onchain/db/signing/returns.server.ts'
import { findOpenChange } from '#app/trade/onchain/db/wallet-changes.server.ts'
import { ONCHAIN_DIFFERENCES } from '#app/trade/onchain/domain/differences.ts'
import { mayReturnEarly, type ReturnTime } from '#app/trade/onchain/domain/early-return.ts'
import { type DepositView, type EarlyReturn, fateOf, type OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import { mayStillRelease } from '#app/trade/onchain/domain/terms.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import { fundableUntil } from '#app/trade/terms/domain/consequence.ts'

/** On-chain custody of an escrow and its agreement, from the database alone. Null where Quayside holds the money. */
export async function showOnchainEscrow(
  db: Database,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<OnchainView | null> {
  const hold = await findOnchainEscrow(db, escrowId)
  if (!hold) return null
  const [agreement, locks, dates, change, returning] = await Promise.all([
    findAgreement(db, escrowId),
    findDepositsOf(db, escrowId),
    findDates(db, escrowId),
    findOpenChange(db, { escrowId, now }),
    findOpenReturn(db, escrowId),
  ])
  const lockBy = fundableUntil({ fundBy: dates?.fundBy ?? null, ledgerDate: hold.deadline })
  const counting = locks.findIndex(({ counts }) => counts)
  const deadline = hold.deadline.getTime() / 1000
  const held = locks.find(({ counts, end }) => counts && end === null)
  // Cancelled, or not funded in time: a deposit found later does not count.
  const isOver = agreement !== null && counting < 0 && !agreement.mayFund
  const isWaiting = ({ id, agreementId, differences, end, draftId }: StoredDeposit) =>
    !(draftId !== null && locks.some((other) => other.draftId === draftId && other.id !== id)) &&
    counting < 0 &&
    !isOver &&
    agreementId === agreement?.id &&
    differences.length === 0 &&
    end === null
  const waiting = locks.filter(isWaiting).map(({ id }) => id)
  const exit = held ? await findSettlement(db, escrowId) : null
  const facts = { agreementId: agreement?.id ?? null, counting: locks[counting]?.draftId ?? null, locks }
  const at = { isFunded: counting >= 0, isOver, isSettling: exit !== null, offered: 0, deadline }
  const signedFor = returning?.signature ? returning.lockId : null
  const shown = locks.map((lock) => showDeposit(lock, { ...facts, at, now, signedFor }))
  const isOnStellar = held !== undefined && held.balanceId !== null
  const hasPassed = isOnStellar && agreement !== null && hasLapsed({ ...agreement.terms, deadline }, now)
  return {
    buyerWallet: hold.buyerWallet,
    until: hold.deadline.toISOString(),
    lockBy: lockBy.toISOString(),
    isTooLate: !mayStillRelease({ deadline }, now),
    agreed: agreement && {
      sellerWallet: agreement.sellerWallet,
      sellerTag: agreement.sellerTag,
      at: agreement.agreedAt.toISOString(),
      account: agreement.account,
      isPrepared: agreement.openedAt !== null,
      isCleared: await isCleared(db, { agreementId: agreement.id, now }),
    },
    changeUntil: change?.until.toISOString() ?? null,
    lock: shown[counting] ?? null,
    // A release that was sent in time and has no outcome yet is polled first.
    mayClaim: hasPassed && exit?.kind !== 'expiry' && !exit?.live,
    waitsFor: exit?.waitsFor ?? null,
    feeAsked: exit && feeAskedOf({ ...exit, network: isOnStellar ? 'stellar' : 'xrpl' }),
    isLockWaiting: waiting.length > 0,
    others: shown.filter(({ id }, place) => place !== counting && !waiting.includes(id)),
  }
}

type Of = {
  agreementId: string | null
  counting: string | null
  locks: readonly StoredDeposit[]
  at: ReturnTime
  now: Date
  /** The deposit whose early return is signed. */
  signedFor: string | null
}

function showDeposit(lock: StoredDeposit, of: Of): DepositView {
  const { agreementId, counting, locks } = of
  const { id, hash, lockedAt, balanceId, sequence, condition, draftId, differences, end, endHash, endedAt } = lock
  return {
    id,
    hash,
    at: lockedAt.toISOString(),
    balanceId,
    sequence,
    condition,
    differences: ONCHAIN_DIFFERENCES.filter((known) => differences.includes(known)),
    isOfFormerWallet: lock.agreementId !== agreementId,
    isSecondOfCondition:
      draftId !== null && locks.some((other) => other.draftId === draftId && other.foundAt < lock.foundAt),
    fate: fateOf({ isOnStellar: balanceId !== null, draftId, differences }, { counting }),
    early: earlyReturnOf(lock, of),
    end: end && endHash && endedAt ? { as: end, hash: endHash, at: endedAt.toISOString() } : null,
  }
}

function earlyReturnOf(lock: StoredDeposit, { agreementId, at, now, signedFor }: Of): EarlyReturn | null {
  const { id, balanceId, counts, end, differences } = lock
  if (id === signedFor && end === null) return 'signed'
  const isOfFormerWallet = lock.agreementId !== agreementId
  const known = { isOnStellar: balanceId !== null, counts, isEnded: end !== null, differences, isOfFormerWallet }
  const may = mayReturnEarly(known, at, now)
  if (may === 'return_settling') return 'settling'
  return may === true ? 'open' : null
}
