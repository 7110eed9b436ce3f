/** Where a transaction would stand among the queued ones of its account. */
import type { AccountRoot } from '#harbour/rippled/engine/entries.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { FEES } from '#harbour/rippled/engine/rules.ts'
import { openSandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import type { Attempt, OpenView } from '#harbour/rippled/ledger/open-view.ts'
import { type Queued, RETRIES } from './accounts.ts'
import { compareSeq } from './consequences.ts'
import type { FeeMetrics } from './fee-levels.ts'

const MOST_OF_ONE_ACCOUNT = 10
/** To be queued, a last ledger has to be at least this many ledgers ahead of the open one. */
const LEDGERS_TO_SPARE = 2

export type Among = {
  /** The ledger as it will be after those before it. */
  state: State
  replaced: Queued | undefined
  /** Queued ones of its account with lower numbers. */
  before: readonly Queued[]
  /** True: it can only be applied together with queued ones. */
  isBehindOthers: boolean
  /** Why it may not stay queued, though it could be applied. */
  cannotBeHeld: ResultCode | null
}

type Asked = {
  view: OpenView
  account: AccountRoot
  candidate: Queued
  /** Queued ones of this account, in order. */
  waiting: readonly Queued[]
  replaced: Queued | undefined
  /** First free sequence number. */
  next: number
  isFailHard: boolean
}

export function placeAmong(asked: Asked): ResultCode | Among {
  const { view, account, candidate, waiting, replaced, next } = asked
  const { seq } = candidate
  const before = waiting.filter((one) => compareSeq(one.seq, seq) < 0)
  if (!seq.isTicket && account.Sequence > seq.value) return 'tefPAST_SEQ'
  const isBehindOthers = waiting.length > 1 || (waiting.length === 1 && replaced === undefined)
  const cannotBeHeld = whyNotHeld(asked)
  if (waiting.length === 0 && !seq.isTicket && account.Sequence < seq.value) return 'terPRE_SEQ'
  if (!isBehindOthers) return { state: view.state, replaced, before, isBehindOthers, cannotBeHeld }

  if (cannotBeHeld !== null) return cannotBeHeld
  if (!seq.isTicket) {
    if (before.length === 0 && seq.value !== account.Sequence) return 'terPRE_SEQ'
    if (before.length > 0 && replaced === undefined && seq.value !== next) return 'telCAN_NOT_QUEUE'
  }
  const others = waiting.map((one, position) => {
    if (one !== replaced) return one
    return position < waiting.length - 1 ? candidate : null
  })
  const counted = others.filter((one) => one !== null)
  const fees = counted.reduce((sum, { consequences }) => sum + consequences.fee, 0n)
  const spends = counted.reduce((sum, { consequences }) => sum + consequences.spends, 0n)
  const balance = BigInt(account.Balance)
  if (fees >= balance || fees >= FEES.reserveBase) return 'telCAN_NOT_QUEUE_BALANCE'
  const free = balance > FEES.reserveBase ? balance - FEES.reserveBase : 0n
  const left = balance - fees - (spends < free ? spends : free)
  const state = openSandbox(view.state)
  state.put({ ...account, Balance: String(left), Sequence: seq.isTicket ? next : seq.value })
  return { state, replaced, before, isBehindOthers, cannotBeHeld: null }
}

function whyNotHeld({ view, candidate, waiting, replaced, next, isFailHard }: Asked): ResultCode | null {
  if (candidate.pending.transaction.json.AccountTxnID !== undefined || isFailHard) return 'telCAN_NOT_QUEUE'
  const { lastLedger, seq } = candidate
  if (lastLedger !== undefined && lastLedger < view.index + LEDGERS_TO_SPARE) return 'telCAN_NOT_QUEUE'
  if (replaced !== undefined || waiting.length < MOST_OF_ONE_ACCOUNT) return null
  // One more is accepted if it fills a gap before queued ones.
  const fillsGap =
    !seq.isTicket && seq.value === next && waiting.some((one) => !one.seq.isTicket && one.seq.value > next)
  return fillsGap ? null : 'telCAN_NOT_QUEUE_FULL'
}

/** Applies it together with those of its account before it, if it pays for all of them. Null: it does not. */
export function clearUpTo(asked: {
  view: OpenView
  candidate: Queued
  before: readonly Queued[]
  metrics: FeeMetrics
  remove(queued: Queued): void
}): Attempt | null {
  const { view, candidate, before, metrics } = asked
  const [first] = before
  if (candidate.seq.isTicket || first === undefined || first.retries < RETRIES) return null
  const paid = before.reduce((sum, { level }) => sum + level, candidate.level)
  if (paid < metrics.requiredOf(before.length + 1, view.size())) return null
  const trial = view.fork()
  for (const one of before) {
    one.retries -= 1
    if (!trial.attempt(one.pending, false).isApplied) return null
  }
  const last = trial.attempt(candidate.pending, false)
  if (!last.isApplied) return null
  trial.commit()
  for (const one of before) asked.remove(one)
  return last
}
