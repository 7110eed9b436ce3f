/** The kinds of problems that operators are notified of, and how urgent each is. */
import { NETWORK_FACTS, NETWORKS } from '#app/kernel/domain/assets.ts'
import { LIST_NAMES, type SanctionsListName } from '#app/screening/domain/listed-entry.ts'

/** 'now': money may be leaving; 'soon': something is stuck; 'later': something waits for a person, all else works. */
export type Urgency = 'now' | 'soon' | 'later'

/** The page of the first step. The sentences are `common:troubleStep.<step>`. */
const STEPS = {
  outgoing: '/admin-panel/outgoing',
  books: '/admin-panel/books',
  readings: '/admin-panel',
  start: '/admin-panel',
  clock: '/admin-panel',
  worker: '/admin-panel',
  ledger: '/admin-panel',
  payouts: '/admin-panel/payouts',
  topUp: '/admin-panel/books',
  log: '/admin-panel',
  prices: '/admin-panel',
  mail: '/admin-panel',
  store: '/admin-panel',
  settings: '/admin-panel',
  proxy: '/admin-panel',
  lists: '/admin-panel/screening',
  reviews: '/admin-panel/screening',
  cases: '/admin-panel/cases',
  disputes: '/admin-panel/disputes',
  changes: '/admin-panel',
  webhook: '/admin-panel',
} as const
export type AlertStep = keyof typeof STEPS

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Shorter problems resolve themselves: a restart, a single failed request. */
const LASTS_MS = 90 * SECOND_MS

type Rule = {
  urgency: Urgency
  step: AlertStep
  /** How long it must be seen before the notification. Default: that of its urgency. */
  lastsMs?: number
}

const RULES = {
  money_unexplained: { urgency: 'now', step: 'outgoing' },
  numbers_unexplained: { urgency: 'now', step: 'outgoing' },
  books_differ: { urgency: 'now', step: 'books' },
  reading_stopped: { urgency: 'now', step: 'readings' },
  start_refused: { urgency: 'now', step: 'start' },
  clock_off: { urgency: 'now', step: 'clock' },
  settlement_held: { urgency: 'now', step: 'reviews' },
  locked_alike: { urgency: 'now', step: 'reviews' },
  // Known after a minute (`SILENT_MS`), which is longer than a restart.
  worker_silent: { urgency: 'soon', step: 'worker', lastsMs: 0 },
  // Known after a minute, and seen twice: a restarted worker asks its ledgers first.
  ledger_away: { urgency: 'soon', step: 'ledger', lastsMs: 10 * SECOND_MS },
  reading_late: { urgency: 'soon', step: 'ledger' },
  schedule_late: { urgency: 'soon', step: 'worker' },
  leaving_late: { urgency: 'soon', step: 'ledger' },
  payouts_halted: { urgency: 'soon', step: 'payouts' },
  payouts_late: { urgency: 'soon', step: 'payouts' },
  payouts_failed: { urgency: 'soon', step: 'payouts' },
  payouts_error: { urgency: 'soon', step: 'log' },
  agreements_late: { urgency: 'soon', step: 'log' },
  fees_high: { urgency: 'soon', step: 'payouts' },
  float_used_up: { urgency: 'soon', step: 'topUp' },
  keeper_used_up: { urgency: 'soon', step: 'topUp' },
  cover_short: { urgency: 'soon', step: 'books' },
  books_late: { urgency: 'soon', step: 'worker' },
  price_missing: { urgency: 'soon', step: 'prices' },
  letters_late: { urgency: 'soon', step: 'mail' },
  store_failing: { urgency: 'soon', step: 'store' },
  mail_refused: { urgency: 'soon', step: 'mail' },
  list_old: { urgency: 'soon', step: 'lists' },
  settings_differ: { urgency: 'soon', step: 'settings' },
  change_objected: { urgency: 'soon', step: 'changes' },
  payouts_switched: { urgency: 'later', step: 'payouts' },
  second_operator: { urgency: 'later', step: 'payouts' },
  float_low: { urgency: 'later', step: 'topUp' },
  keeper_low: { urgency: 'later', step: 'topUp' },
  letters_given_up: { urgency: 'later', step: 'mail' },
  jobs_given_up: { urgency: 'later', step: 'log' },
  webhook_given_up: { urgency: 'later', step: 'webhook' },
  proxy_odd: { urgency: 'later', step: 'proxy' },
  list_failing: { urgency: 'later', step: 'lists' },
  list_refused: { urgency: 'later', step: 'lists' },
  list_unknown_wallet: { urgency: 'later', step: 'lists' },
  reviews_wait: { urgency: 'later', step: 'reviews' },
  reviews_late: { urgency: 'later', step: 'reviews' },
  cases_wait: { urgency: 'later', step: 'cases' },
  disputes_wait: { urgency: 'later', step: 'disputes' },
  disputes_due: { urgency: 'later', step: 'disputes' },
  disputes_late: { urgency: 'later', step: 'disputes' },
  changes_wait: { urgency: 'later', step: 'changes' },
} as const satisfies Record<string, Rule>

export type AlertKind = keyof typeof RULES
/** The most urgent first. The sentences are `common:trouble.<kind>`. */
export const ALERT_CAUSES = Object.keys(RULES) as [AlertKind, ...AlertKind[]]

const OF_URGENCY: Record<Urgency, { lastsMs: number; limitMs: number }> = {
  now: { lastsMs: 0, limitMs: 30 * SECOND_MS },
  soon: { lastsMs: LASTS_MS, limitMs: 15 * MINUTE_MS },
  later: { lastsMs: LASTS_MS, limitMs: 60 * MINUTE_MS },
}

export type AlertCause = {
  kind: AlertKind
  /** A network, an asset, or an account after its network; '' when there is only one such thing. */
  subject: string
  /** Null: unknown, or not known from the start. */
  since: Date | null
  /** A changed mark is news, although operators were notified of the same kind and subject before. */
  mark: string
  /** Other values of its sentence: causes, plain amounts, hashes. Independent of language. */
  facts: Record<string, string>
}

/** `lastsMs`: how long it must be seen first. `limitMs`: at most one email per kind and subject in this time. */
export type AlertRule = { urgency: Urgency; step: AlertStep; path: string; lastsMs: number; limitMs: number }

export function ruleOf(kind: AlertKind): AlertRule {
  const rule: Rule = RULES[kind]
  return { ...OF_URGENCY[rule.urgency], ...rule, path: STEPS[rule.step] }
}

/** Whether money or the service is stuck, or worse. What only waits for a person is no reason to wake anybody. */
export function isPressing({ kind }: Pick<AlertCause, 'kind'>): boolean {
  return ruleOf(kind).urgency !== 'later'
}

type Subject = {
  network: string
  asset: string
  header: string
  list: string
  /** A kind of wallets that a list names. */
  currency: string
  /** A setting, a job of the schedule, or a process ('web', 'worker'). */
  name: string
  account: string | null
}

/** The parts of a subject for its sentence: network's name, asset, header, or list and kind of wallets; and account. */
export function alertSubject(subject: string): Subject {
  const [first = '', ...rest] = subject.split(' ')
  const network = NETWORKS.find((known) => known === first)
  const list = LIST_NAMES[first as SanctionsListName]
  return {
    network: network ? NETWORK_FACTS[network].name : first,
    asset: first,
    header: first,
    name: first,
    list: list ?? first,
    currency: list ? rest.join(' ') : '',
    account: list ? null : (rest[0] ?? null),
  }
}

/** The values of a problem's sentence by their names in the message; '' for those it does not have. */
export function alertValues({ subject, facts }: Pick<AlertCause, 'subject' | 'facts'>) {
  const { account: _, ...about } = alertSubject(subject)
  const { what = '', seconds = '', refusal = '' } = facts
  return { ...about, what, seconds, refusal }
}
