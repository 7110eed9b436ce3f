/** What is wrong with the machine, as far as a person has to do something: pure judgement of what was read. */
import { decideBy } from '#app/domain/disputes/decide-by.ts'
import { NETWORK_NAMES, NETWORKS, type Network } from '#app/domain/kernel/assets.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import type { PriceDoubt } from '#app/domain/prices/price.ts'
import { LIST_NAMES, type ListName } from '#app/domain/screening/listed-entry.ts'
import type { Heap, Machine } from './machine.ts'

/** The sentences are `common:trouble.<kind>`. */
export const TROUBLES = [
  'worker_silent',
  'reading_stopped',
  'reading_late',
  'leaving_late',
  'payouts_stopped',
  'payouts_late',
  'payouts_failed',
  'payouts_error',
  'second_operator',
  'fees_high',
  'float_low',
  'float_used_up',
  'keeper_low',
  'keeper_used_up',
  'cover_short',
  'books_differ',
  'books_late',
  'price_missing',
  'letters_given_up',
  'letters_late',
  'jobs_given_up',
  'store_failing',
  'mail_refused',
  'proxy_odd',
  'list_old',
  'list_failing',
  'list_refused',
  'list_unknown_wallet',
  'reviews_wait',
  'cases_wait',
  'disputes_wait',
  'disputes_due',
  'disputes_late',
  'changes_wait',
  'change_objected',
] as const
export type TroubleKind = (typeof TROUBLES)[number]

export type Trouble = {
  kind: TroubleKind
  /** What it is about: a network, an asset, an account behind its network; '' when there is only one such thing. */
  subject: string
  /** Null: nobody knows, or not from the start. */
  since: Date | null
  /** Another one of the same kind has another mark: that is news although it was told of the first. */
  mark: string
}

const MINUTE_MS = 60_000
/** A worker proves every few seconds that it runs jobs. Long enough for a restart. */
export const SILENT_MS = 3 * MINUTE_MS
/** Every account is read at least once a minute. */
const UNREAD_MS = 5 * MINUTE_MS
/** Most payouts are final within a minute, most letters on their way in seconds. */
const LATE_MS = 15 * MINUTE_MS
/** Numbers that are used up show as a transaction with the next ledger. */
const BEHIND_MS = 5 * MINUTE_MS
/** Asked for every minute, from services that may be slow. */
const UNPRICED_MS = 5 * MINUTE_MS
const NOT_YET: readonly PriceDoubt[] = ['price_unavailable', 'price_unconfirmed']
/** Publishers were seen to fail for hours; a day is what payouts have. */
const UNREAD_LIST_MS = 60 * MINUTE_MS
/** A working day, for which a weekend is not waited. */
const DUE_SOON_MS = 24 * 60 * MINUTE_MS
/** Compared every hour. */
const UNCOMPARED_MS = 2 * 60 * MINUTE_MS

/** Those of the machine at its moment; none twice with the same kind and subject. */
export function troublesOf(machine: Machine): Trouble[] {
  return [
    ...ofWorker(machine),
    ...machine.readings.flatMap((reading) => ofReading(reading, machine)),
    ...machine.queues.flatMap((queue) => ofQueue(queue, machine.at)),
    ...machine.keepers.flatMap(ofKeeper),
    ...ofBooks(machine),
    ...ofPrices(machine),
    ...ofLetters(machine),
    ...(machine.storeTrouble === null ? [] : [trouble('store_failing')]),
    ...(machine.mailTrouble === null ? [] : [trouble('mail_refused')]),
    ...machine.proxyFaults.map(({ about, since }) => trouble('proxy_odd', about, since)),
    ...ofLists(machine),
    ...ofHeap('reviews_wait', machine.reviews),
    ...ofHeap('cases_wait', machine.cases),
    ...ofHeap('disputes_wait', machine.disputes),
    ...ofDueDisputes(machine),
    ...ofHeap('changes_wait', machine.changes),
    ...ofHeap('change_objected', machine.objections),
  ]
}

function trouble(kind: TroubleKind, subject = '', since: Date | null = null, mark = ''): Trouble {
  return { kind, subject, since, mark }
}

/** A heap is a trouble from its first one on, and news with every newer one. */
function ofHeap(kind: TroubleKind, { count, oldestAt, newestAt }: Heap, subject = ''): Trouble[] {
  return count === 0 ? [] : [trouble(kind, subject, oldestAt, newestAt?.toISOString())]
}

/** From its first one on; further ones are no news. */
function ofState(kind: TroubleKind, { count, oldestAt }: Heap, subject = ''): Trouble[] {
  return count === 0 ? [] : [trouble(kind, subject, oldestAt)]
}

const isOlder = (time: Date | null, than: number, at: Date) => time === null || at.getTime() - time.getTime() > than

function ofWorker({ jobRanAt, givenUpJobs, at }: Machine): Trouble[] {
  return [
    ...(isOlder(jobRanAt, SILENT_MS, at) ? [trouble('worker_silent', '', jobRanAt)] : []),
    ...(givenUpJobs > 0 ? [trouble('jobs_given_up')] : []),
  ]
}

/** A day before the oldest is to be decided, and when that has passed; nothing happens by itself then (decision 080). */
function ofDueDisputes({ disputes: { oldestAt }, at }: Machine): Trouble[] {
  if (oldestAt === null) return []
  const by = decideBy(oldestAt)
  if (at > by) return [trouble('disputes_late', '', by)]
  return at.getTime() > by.getTime() - DUE_SOON_MS ? [trouble('disputes_due', '', oldestAt)] : []
}

function ofReading(
  { network, account, readAt, stopped }: Machine['readings'][number],
  { at, beganAt }: Machine,
): Trouble[] {
  const subject = `${network} ${account}`
  if (stopped !== null) return [trouble('reading_stopped', subject, stopped.since)]
  // A worker that has just begun for the first time has not read yet.
  return isOlder(readAt ?? beganAt, UNREAD_MS, at) ? [trouble('reading_late', subject, readAt)] : []
}

/** Two services that contradict each other do so from the first minute on; that none has been asked yet is no trouble. */
function ofPrices({ prices, at, beganAt }: Machine): Trouble[] {
  const isBeginning = !isOlder(beganAt, UNPRICED_MS, at)
  return prices
    .filter(({ doubt }) => doubt !== null && !(isBeginning && NOT_YET.includes(doubt)))
    .map(({ asset }) => trouble('price_missing', asset))
}

function ofQueue(queue: Machine['queues'][number], at: Date): Trouble[] {
  const { network, underWay, waiting, failed, behindSince, stops, float } = queue
  const firstStop = stops.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0]
  const isLate = ({ oldestAt }: Heap) => oldestAt !== null && isOlder(oldestAt, LATE_MS, at)
  const late = [underWay, waiting.turn, waiting.ledger, waiting.signer].filter(isLate)
  return [
    ...(behindSince !== null && isOlder(behindSince, BEHIND_MS, at)
      ? [trouble('leaving_late', network, behindSince)]
      : []),
    ...(firstStop
      ? [trouble('payouts_stopped', network, firstStop.since, stops.map(({ cause }) => cause).join())]
      : []),
    // While they are stopped, that is the reason, and it is told.
    ...(late.length > 0 && !firstStop ? [trouble('payouts_late', network, oldest(late))] : []),
    ...ofHeap('payouts_failed', failed, network),
    ...ofHeap('payouts_error', waiting.error, network),
    ...ofHeap('second_operator', waiting.second_operator, network),
    ...ofState('fees_high', waiting.fees, network),
    ...ofState('cover_short', waiting.cover, network),
    ...ofFloat(float.state, network),
  ]
}

/**
 * One that is too old holds payouts up; one that has failed for a while will be. A file that is too short is told at once, and again
 * when the first operator wants it; that it is not read is no news then.
 */
function ofLists({ lists, at, beganAt }: Machine): Trouble[] {
  const isBeginning = !isOlder(beganAt, LATE_MS, at)
  return lists.flatMap(({ list, isStale, failingSince, refused, unknownCurrencies }) => {
    const isFailing = !isStale && refused === null && failingSince !== null && isOlder(failingSince, UNREAD_LIST_MS, at)
    return [
      ...(isStale && !isBeginning ? [trouble('list_old', list)] : []),
      ...(isFailing ? [trouble('list_failing', list, failingSince)] : []),
      ...(refused
        ? [trouble('list_refused', list, refused.fetchedAt, `${refused.id} ${refused.wantedById ?? ''}`)]
        : []),
      ...unknownCurrencies.map((currency) => trouble('list_unknown_wallet', `${list} ${currency}`)),
    ]
  })
}

function ofFloat(state: Machine['queues'][number]['float']['state'], network: Network): Trouble[] {
  if (state === 'used_up') return [trouble('float_used_up', network)]
  return state === 'low' ? [trouble('float_low', network)] : []
}

function ofKeeper({ network, account, state }: Machine['keepers'][number]): Trouble[] {
  const subject = `${network} ${account}`
  if (state === 'used_up') return [trouble('keeper_used_up', subject)]
  return state === 'low' ? [trouble('keeper_low', subject)] : []
}

function oldest(heaps: Heap[]): Date | null {
  return heaps.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function ofBooks({ books, at, beganAt }: Machine): Trouble[] {
  return NETWORKS.flatMap((network) => {
    const compared = books.filter((row) => row.network === network)
    const wrong = compared.filter(({ difference }) => !new Decimal(difference).isZero())
    const newest = compared.map((row) => row.at).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
    return [
      ...(wrong.length > 0 ? [trouble('books_differ', network)] : []),
      // Where nobody has compared yet, nobody was late in the first hours.
      ...(isOlder(newest ?? beganAt, UNCOMPARED_MS, at) ? [trouble('books_late', network, newest)] : []),
    ]
  })
}

function ofLetters({ letters: { owed, givenUp }, at }: Machine): Trouble[] {
  const isLate = owed.oldestAt !== null && isOlder(owed.oldestAt, LATE_MS, at)
  return [...(isLate ? [trouble('letters_late', '', owed.oldestAt)] : []), ...ofHeap('letters_given_up', givenUp)]
}

/** What waits for a person while all goes on: no reason to wake anybody. */
const UNHURRIED: readonly TroubleKind[] = [
  'second_operator',
  'float_low',
  'keeper_low',
  'letters_given_up',
  'jobs_given_up',
  'proxy_odd',
  'list_failing',
  'list_refused',
  'list_unknown_wallet',
  'reviews_wait',
  'cases_wait',
  'disputes_wait',
  'disputes_due',
  'disputes_late',
  'changes_wait',
]

/** Does money or the service stand still? */
export function isPressing({ kind }: Pick<Trouble, 'kind'>): boolean {
  return !UNHURRIED.includes(kind)
}

type Subject = {
  network: string
  asset: string
  header: string
  list: string
  /** A kind of wallets that a list names. */
  currency: string
  account: string | null
}

/**
 * A subject as the sentences want it: the name of its network, the asset, a header, or a list and a kind of wallets; and the
 * account where it is about one.
 */
export function troubleSubject(subject: string): Subject {
  const [first = '', ...rest] = subject.split(' ')
  const network = NETWORKS.find((known) => known === first)
  const list = LIST_NAMES[first as ListName]
  return {
    network: network ? NETWORK_NAMES[network] : first,
    asset: first,
    header: first,
    list: list ?? first,
    currency: list ? rest.join(' ') : '',
    account: list ? null : (rest[0] ?? null),
  }
}
