import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Asset, NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'
import { floatCovers } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { findDoubted } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { type ScreeningOutcome, screenPayouts } from '#app/screening/workflows/screen.server.ts'
import { slotKeyOf } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { findLivePayouts, noteWaiting } from '#app/settlement/payouts/db/due-payouts.server.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import {
  findSlotsOfPayouts,
  movePayout,
  type Payer,
  type StoredPayout,
  takeSlot,
} from '#app/settlement/payouts/db/payouts.server.ts'
import { nextTryOf } from '#app/settlement/payouts/domain/next-try.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { submitOf } from './follow-payouts.server.ts'
import { sendTransfer } from './move-transfer.server.ts'
import { noteObstacles } from './note-obstacles.server.ts'
import { weighPayout } from './payout-limits.server.ts'
import { inEach, slotNamesOf } from './rounds.ts'
import { blockPayout, findWalletProblem } from './wallets/wallet-problem.server.ts'

type Start = Pick<StoredPayout, 'id' | 'escrowId' | 'caseId' | 'resellerPayoutId'> & {
  payout: StoredPayout
  lane: string
}

type Started = {
  /** Something was sent. */
  goesOn: boolean
  /** More than one payout is delayed by the same cause. */
  hadTrouble: boolean
  /** Ready, but no channel or ticket is free. */
  lacking: StoredPayout[]
  /** Ids of payouts whose reason for waiting is stored. */
  noted: string[]
}

/**
 * Begins the next payouts in order: those with a free channel or ticket, a payable wallet and enough money. Each is
 * signed, stored, and only then sent.
 */
export async function startPayouts(
  deps: WorkerDeps,
  { lease, payer, due }: { lease: PayoutLease; payer: Payer; due: readonly StoredPayout[] },
): Promise<Started> {
  const { network } = payer
  const noted: string[] = []
  let hadTrouble = false
  const each = async <Result>(starts: readonly Start[], work: (start: Start) => Promise<Result>) => {
    const step = await inEach(deps, starts, work)
    const troubles = await noteObstacles(deps, { lease, step })
    hadTrouble ||= troubles.ofAll
    noted.push(...troubles.noted)
    return step
  }
  if (!(await feesAreOurs(deps, network))) {
    await noteRecheck(deps, due, 'float')
    return { goesOn: false, hadTrouble: false, lacking: [], noted: due.map(({ id }) => id) }
  }
  const doubted = await findDoubtedPaybacks(deps, due)
  noted.push(...doubted.map(({ id }) => id))
  await noteRecheck(deps, doubted, 'doubt')
  // First, because a payout without one needs no other check.
  const { ready, lacking } = await giveSlots(deps, {
    payer,
    payouts: due.filter((payout) => !doubted.includes(payout)),
  })
  const looked = await each(ready, ({ payout }) => isPayable(deps, payout))
  const payable = new Set(looked.results.filter((id) => id !== null))
  const receivable = ready.filter(({ id }) => payable.has(id))
  const outcomes = await screenAll(deps, receivable)
  const screened = await each(receivable, ({ payout }) => isClear(deps, payout, outcomes))
  const clear = new Set(screened.results.filter((id) => id !== null))
  noted.push(...receivable.filter(({ id }) => !clear.has(id)).map(({ id }) => id))
  const { covered, uncovered } = await divideByCover(deps, {
    payer,
    starts: receivable.filter(({ id }) => clear.has(id)),
  })
  noted.push(...uncovered.map(({ id }) => id))
  await noteRecheck(deps, uncovered, 'cover')
  const weighed = await each(covered, (start) => isWithinLimits(deps, start.payout))
  const allowed = new Set(weighed.results.filter((id) => id !== null))
  const heldUp = covered.filter(({ id }) => !allowed.has(id)).map(({ id }) => id)
  noted.push(...heldUp)
  const starts = covered.filter(({ id }) => allowed.has(id))
  const sent = await each(starts, (start) => signAndSend(deps, { ...start, lease }))
  return {
    goesOn: sent.results.length > 0,
    hadTrouble,
    lacking,
    noted,
  }
}

/** They wait for our own money or a person, and let others go first until the next check. */
async function noteRecheck(deps: WorkerDeps, payouts: readonly StoredPayout[], waitsFor: WaitsFor): Promise<void> {
  const at = deps.clock.now()
  await noteWaiting(deps.db, { payouts, waitsFor, at, nextTryAt: nextTryOf(waitsFor, at) })
}

/** Paybacks of money that a payment outside our books may have paid back: they wait for operators (decision 098). */
async function findDoubtedPaybacks(deps: WorkerDeps, due: readonly StoredPayout[]): Promise<StoredPayout[]> {
  const ids = await findDoubted(
    deps.db,
    due.flatMap(({ caseId }) => caseId ?? []),
  )
  const doubted = due.filter(({ caseId }) => caseId !== null && ids.has(caseId))
  for (const payout of doubted) deps.log.warn({ ...slotNamesOf(payout), waitsFor: 'doubt' }, 'payout waiting')
  return doubted
}

/** Where the paying account pays the network fee, our own money on it must suffice: never the clients'. */
async function feesAreOurs(deps: WorkerDeps, network: Network): Promise<boolean> {
  const fee = deps.treasuries[network].mostFeeIn(NETWORK_FACTS[network].native)
  const { source: account } = deps.treasuries[network]
  if (fee.isZero() || (await floatCovers(deps, { network, account }, fee))) return true
  deps.log.error({ network, fee: plain(fee) }, 'float used up')
  return false
}

/** Returns its id. Null: it exceeds a limit and waits for a second person. */
async function isWithinLimits(deps: WorkerDeps, payout: StoredPayout): Promise<string | null> {
  const stopped = await weighPayout(deps, payout)
  if (stopped === null) return payout.id
  deps.log.warn({ ...slotNamesOf(payout), limit: stopped.limit }, 'payout approval required')
  await noteRecheck(deps, [payout], stopped.waitsFor)
  return null
}

/** Screens a whole round at once. A failure leaves it empty: then each payout is screened alone. */
async function screenAll(deps: WorkerDeps, starts: readonly Start[]): Promise<ReadonlyMap<string, ScreeningOutcome>> {
  if (starts.length === 0) return new Map()
  try {
    return await screenPayouts(
      deps,
      starts.map(({ id }) => id),
    )
  } catch (error) {
    deps.log.warn({ cause: causeOf(error) }, 'payout batch screening failed')
    return new Map()
  }
}

/** Returns its id. Null: a person is under review, or the lists are too old; then new ones are requested. */
async function isClear(
  deps: WorkerDeps,
  payout: StoredPayout,
  outcomes: ReadonlyMap<string, ScreeningOutcome>,
): Promise<string | null> {
  const outcome = outcomes.get(payout.id) ?? (await screenPayouts(deps, [payout.id])).get(payout.id)
  if (outcome === 'clear') return payout.id
  const waitsFor = outcome === 'review' ? 'check' : 'lists'
  deps.log.warn({ ...slotNamesOf(payout), waitsFor }, 'payout waiting')
  await noteRecheck(deps, [payout], waitsFor)
  if (waitsFor === 'lists') await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'refresh_lists', payload: {} }))
  return null
}

/** Returns its id. Null: its wallet cannot receive; it is blocked, and both sides are notified. */
async function isPayable(deps: WorkerDeps, payout: StoredPayout): Promise<string | null> {
  const trouble = await findWalletProblem(deps, payout)
  if (trouble === null) return payout.id
  await blockPayout(deps, { payout, reason: trouble })
  return null
}

/** An uncovered payout would be included as failed and cost a fee each time. What is under way counts as spent. */
async function divideByCover(
  deps: WorkerDeps,
  { payer, starts }: { payer: Payer; starts: readonly Start[] },
): Promise<{ covered: Start[]; uncovered: StoredPayout[] }> {
  const { network } = payer
  const live = starts.length === 0 ? [] : await findLivePayouts(deps.db, payer)
  const left = new Map<Asset, Decimal>()
  const covered: Start[] = []
  const uncovered: StoredPayout[] = []
  for (const start of starts) {
    const { payout } = start
    const { asset } = payout
    const cost = payout.amount.plus(deps.treasuries[network].mostFeeIn(asset))
    const rest = (left.get(asset) ?? (await readRest(deps, { network, asset, live }))).minus(cost)
    if (rest.lt(0)) {
      const facts = { ...slotNamesOf(payout), asset, amount: plain(payout.amount), spendable: plain(rest.plus(cost)) }
      deps.log.error(facts, 'payout not covered')
      uncovered.push(payout)
      left.set(asset, rest.plus(cost))
    } else {
      covered.push(start)
      left.set(asset, rest)
    }
  }
  return { covered, uncovered }
}

async function readRest(
  deps: WorkerDeps,
  { network, asset, live }: { network: Network; asset: Asset; live: readonly StoredPayout[] },
): Promise<Decimal> {
  const { source, mostFeeIn } = deps.treasuries[network]
  const spendable = await deps.ledgers[network].spendable(source, asset)
  const underWay = live.filter((payout) => payout.asset === asset).map(({ amount }) => amount.plus(mostFeeIn(asset)))
  return underWay.reduce((rest, cost) => rest.minus(cost), spendable ?? new Decimal(0))
}

async function giveSlots(
  deps: WorkerDeps,
  { payer, payouts }: { payer: Payer; payouts: readonly StoredPayout[] },
): Promise<{ ready: Start[]; lacking: StoredPayout[] }> {
  const treasury = deps.treasuries[payer.network]
  const ready: Start[] = []
  const lacking: StoredPayout[] = []
  // A ticket stays with its payout until it is spent, so that no two signatures of a payout can both apply.
  const without = payouts.filter(({ lane }) => lane === null)
  const findTaken = (lanes: readonly string[]) =>
    findSlotsOfPayouts(deps.db, { ...payer, source: treasury.source, lanes })
  const lanes = without.length === 0 ? [] : await treasury.findLanes({ wanted: without.length, findTaken })
  for (const payout of payouts) {
    const lane = payout.lane ?? lanes.shift()
    if (lane === undefined) lacking.push(payout)
    else {
      const { id, escrowId, caseId, resellerPayoutId } = payout
      ready.push({ id, escrowId, caseId, resellerPayoutId, payout, lane })
    }
  }
  return { ready, lacking }
}

/** True when it has waited so long that a higher network fee is allowed. */
export function isLate({ clock, settings }: WorkerDeps, { createdAt }: Pick<StoredPayout, 'createdAt'>): boolean {
  return clock.now().getTime() - createdAt.getTime() > settings.payoutLateAfterMs
}

/** Sends nothing when it was paused or given another wallet since it was read; the next round reads it again. */
async function signAndSend(deps: WorkerDeps, { payout, lane, lease }: Start & { lease: PayoutLease }): Promise<void> {
  const { network, id } = payout
  const treasury = deps.treasuries[network]
  const isTicket = network === 'xrpl'
  if (isTicket && payout.lane === null && !(await takeSlot(deps.db, { id, lane }))) {
    throw new Error(`ticket ${lane} was taken meanwhile`)
  }
  const { asset, address, memo, amount } = payout
  const isUrgent = isLate(deps, payout)
  const signed = await treasury.sign({ asset, address, memo, amount, payoutId: id, lane, isUrgent })
  const move = { id, from: ['queued'], to: 'signed', wallet: { address, memo } } as const
  await sendTransfer(deps, {
    lease,
    signed,
    of: { purpose: 'payout', payoutId: id, laneKey: slotKeyOf({ network, owner: payout.paidFrom, lane }) },
    event: {
      kind: 'payout_signed',
      ...(payout.escrowId !== null && { escrowId: payout.escrowId }),
      detail: { payoutId: id, hash: signed.hash, amount: plain(amount), asset, address, memo },
    },
    names: slotNamesOf(payout),
    prepare: (tx) => movePayout(tx, { ...move, ...(isTicket && { ticket: lane }) }),
    submit: submitOf(deps, payout),
  })
}
