import type { EscrowKey, XrplSponsor } from '#app/ledgers/onchain.ts'
import { slotKeyOf } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { hasLapsed, isNearDate, mayStillRelease } from '#app/settlement/custody/domain/date.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { findFreeSlots, followOwn, makeSlots } from '#app/settlement/payouts/workflows/make-slots.server.ts'
import { later } from '#app/settlement/payouts/workflows/rounds.ts'
import { isLate } from '#app/settlement/payouts/workflows/start-payouts.server.ts'
import { findSecretOfDeposit } from '#app/trade/onchain/db/drafts.server.ts'
import { noteSettlementWait } from '#app/trade/onchain/db/settlement-limits.server.ts'
import type { StoredSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { ONCHAIN_REFUSALS } from './agreeing/wallet-obstacle.server.ts'
import { mayHelp } from './clearance/may-help.server.ts'
import { markSettlementFailed } from './mark-settlement-failed.server.ts'
import { type SendingStep, type Signed, sendSettlement } from './send-settlement.server.ts'

/** Tickets that are created together, for the next settlements. */
const SLOTS_AT_ONCE = 5

/** Reveals the secret of a release, or after the ledger date returns the money. A release that is too late is dead. */
export async function moveOnXrpl(deps: WorkerDeps, step: SendingStep): Promise<Date | null> {
  const { exit, agreement, lock } = step
  const keeper = deps.keepers.xrpl
  const { owner, sequence } = lock
  if (!keeper || owner === null || sequence === null) throw new Error(`no key keeps escrow ${exit.escrowId}`)
  const { terms } = agreement
  const of = { keeper, key: { owner, sequence }, agreement }
  const now = deps.clock.now()
  if (exit.kind === 'release') {
    if (!mayStillRelease(terms, now)) {
      await markSettlementFailed(deps, { exit, why: 'too_late' })
      return afterDate(deps, terms)
    }
    const shares = [{ address: terms.sellerWallet, amount: terms.amount.toFixed() }]
    const { seller } = await deps.held.xrpl.obstaclesTo(terms, { shares })
    if (seller !== null) {
      await noteSettlementWait(deps.db, { id: exit.id, waitsFor: ONCHAIN_REFUSALS[seller] })
      deps.log.warn({ escrow: exit.escrowId, exit: exit.id, seller }, 'settlement waiting for wallet')
      return later(deps, RECHECK_MS)
    }
  } else if (!hasLapsed(terms, now)) return afterDate(deps, terms)
  if (!(await mayHelp(deps, { exit, agreementId: agreement.id, isOurWord: exit.kind === 'release' }))) {
    return later(deps, RECHECK_MS)
  }
  const sign = async (signing: StoredSettlement, lease: PayoutLease) => {
    const pressing = { isUrgent: isLate(deps, signing), isNearDate: isNearDate(terms, deps.clock.now()) }
    const lane = await findSlot(deps, { keeper, lease, isUrgent: pressing.isUrgent || pressing.isNearDate })
    if (lane === null) return null
    const all = { ...of, ...pressing, lane }
    return signing.kind === 'release' ? finish(deps, all, signing) : cancel(all)
  }
  return sendSettlement(deps, { ...step, keeper, sign })
}

/** The ledger returns it after the second of the ledger date. */
function afterDate(deps: WorkerDeps, { deadline }: { deadline: number }): Date {
  return new Date(Math.max((deadline + 1) * 1000, deps.clock.now().getTime()))
}

type Of = {
  keeper: XrplSponsor
  key: EscrowKey
  agreement: SendingStep['agreement']
  lane: string
  isUrgent: boolean
  isNearDate: boolean
}

/** Uses the secret of the deposit that counts. Secrets of other conditions are never revealed. */
async function finish(
  deps: WorkerDeps,
  { keeper, key, agreement, ...of }: Of,
  exit: StoredSettlement,
): Promise<Signed> {
  const secret = await findSecretOfDeposit(deps.db, exit.lock.id)
  const fulfilment = secret && (deps.fulfilments?.unseal(exit.escrowId, secret.sealedFulfilment) ?? null)
  if (secret === null || fulfilment === null) {
    throw new Error(`the secret of escrow ${exit.escrowId} cannot be opened with the keys that are set`)
  }
  const { amount } = agreement.terms
  const signed = await keeper.signFinish({ ...key, ...of, amount, fulfilment, condition: secret.condition })
  return { signed, purpose: 'finish', laneKey: slotKeyOfTicket(of.lane) }
}

async function cancel({ keeper, key, lane, isUrgent }: Of): Promise<Signed> {
  const signed = await keeper.signCancel({ ...key, lane, isUrgent })
  return { signed, purpose: 'cancel', laneKey: slotKeyOfTicket(lane) }
}

const slotKeyOfTicket = (lane: string) => slotKeyOf({ network: 'xrpl', owner: 'keeper', lane })

/** A free ticket of the co-signer. Null: some are being created. */
async function findSlot(
  deps: WorkerDeps,
  { keeper, lease, isUrgent }: { keeper: XrplSponsor; lease: PayoutLease; isUrgent: boolean },
): Promise<string | null> {
  const [lane] = await findFreeSlots(deps, keeper, 1)
  if (lane !== undefined) return lane
  const making = await followOwn(deps, { owner: keeper, maySend: true })
  if (making === 'none') await makeSlots(deps, { owner: keeper, lease, count: SLOTS_AT_ONCE, isUrgent })
  return null
}
