/** What waits for the operator, and the state of the system. */

import { findPeopleWithChanges } from '#app/accounts/db/account-changes.server.ts'
import { type ChangeKind, changeKind } from '#app/accounts/domain/account-change.ts'
import { findOldestWaiting, type OldestWaiting } from '#app/admin/db/oldest-waiting.server.ts'
import { findSharedPilotWallets, type SharedPilotWallet } from '#app/escrow/db/pilot-wallets.server.ts'
import { findWithheldCommissions } from '#app/fees/db/fee-payments.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { PayoutPurpose, WaitsFor } from '#app/kernel/domain/payout-state.ts'
import { findStopped } from '#app/ledgers/payments/db/readings.server.ts'
import { countOpenUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import type { ReadingStopCause } from '#app/ledgers/payments/domain/reading.ts'
import { countFailed, findUnreached, type Unreached } from '#app/notices/db/mail-events.server.ts'
import { countGivenUpEmails, findGivenUpEmails } from '#app/notices/db/outbox.server.ts'
import { GIVEN_UP_FOR, type GivenUpFor } from '#app/notices/domain/email-fate.ts'
import { findAlerts } from '#app/ops/db/alerts.server.ts'
import { countFailedJobs } from '#app/ops/db/dead-jobs.server.ts'
import { sinceLastJob } from '#app/ops/db/worker-health.server.ts'
import type { AlertKind } from '#app/ops/domain/alert-cause.ts'
import { isLasting } from '#app/ops/domain/alerting.ts'
import { SILENT_MS } from '#app/ops/domain/judge-machine.ts'
import type { PriceDoubt } from '#app/prices/domain/price.ts'
import { loadMarketHealth } from '#app/prices/queries/market-health.server.ts'
import { countOpenReviews } from '#app/screening/db/reviews.server.ts'
import { countAboveLimit } from '#app/settlement/payouts/db/approvals.server.ts'
import { countUnexplained } from '#app/settlement/payouts/db/outgoing.server.ts'
import { findOpenStops } from '#app/settlement/payouts/db/payout-stops.server.ts'
import { countWaitingPayouts, findWaitingPayouts } from '#app/settlement/payouts/db/waiting-payouts.server.ts'
import { feeAskedOf } from '#app/settlement/payouts/domain/fee-asked.ts'
import { waitingFor } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { countOpenDisputes } from '#app/trade/disputes/db/disputes.server.ts'

/** The overview names at most this many; the count includes all. */
const NAMED_PAYOUTS = 25
const NAMED_EMAILS = 25
const NAMED_CHANGES = 25
/** After this time the recipients know from elsewhere, or never will. */
const EMAILS_FOR_MS = 30 * 24 * 60 * 60_000
/** Pilots and commissions of one quarter are checked. */
const SHARED_FOR_MS = 90 * 24 * 60 * 60_000
/** Most payouts are final within a minute. */
const LATE_AFTER_MS = 15 * 60_000

export type WaitingPayoutView = {
  id: string
  purpose: PayoutPurpose
  amount: string
  asset: Asset
  /** Nothing blocks it, and yet it is not final; otherwise `reason` says what it waits for. */
  isLate: boolean
  reason: string | null
  /** What it waits for in the queue. */
  waits: WaitsFor | null
  /** When it waits for fees: the fee that the network asks for, with its asset. */
  feeAsked: string | null
  since: string
  /** Null: not of an escrow. */
  transactionId: string | null
  /** The reseller whose commission it is. Null: none. */
  reseller: string | null
}

export type GivenUpEmail = {
  id: string
  recipient: string
  /** Which email of app/notices/emails/emails.ts. */
  kind: string
  why: GivenUpFor
  /** The last answer of the mail service. */
  error: string
  at: string
}

/** Somebody whose emails bounce. `since`: ISO 8601; `words`: the answer of the mail service. */
export type UnreachedPerson = Omit<Unreached, 'since'> & { since: string }

/** An account whose payments are no longer read. */
export type StoppedReading = {
  network: Network
  account: string
  cause: ReadingStopCause
  since: string
  detail: string
}

/** These alerts have their own place in the Admin Panel, with more details. */
const TOLD_ELSEWHERE: readonly AlertKind[] = [
  'worker_silent',
  'reading_stopped',
  'payouts_switched',
  'payouts_halted',
  'second_operator',
  'letters_given_up',
  'jobs_given_up',
  'cases_wait',
  'disputes_wait',
  'changes_wait',
]

/** A commission that its own payer would have earned. `usd`: plain decimal. */
export type WithheldView = { hash: string; at: string; usd: string; code: string; reseller: string } & {
  email: string
  wallet: string
}

/** An alert that is open now, and lasts. */
export type AlertView = { kind: AlertKind; subject: string; since: string; facts: Record<string, string> }

/** A person whose account an operator changed; another operator has yet to confirm the change. */
export type WaitingChange = { id: string; userId: string; name: string; kind: ChangeKind; since: string }

export type AdminOverview = {
  /** Since when the oldest of each has waited. Null: nothing waits. */
  oldest: Record<keyof OldestWaiting | 'payouts' | 'unreached', string | null>
  sharedWallets: SharedPilotWallet[]
  withheld: WithheldView[]
  troubles: AlertView[]
  /** Longest-waiting first. */
  changes: WaitingChange[]
  stoppedReadings: StoppedReading[]
  /** Ledgers on which payouts are stopped. */
  stopped: Network[]
  /** Payouts and on-chain deposits above a limit. */
  aboveLimit: number
  openCases: number
  openDisputes: number
  /** Sanctions matches that nobody has decided. */
  openReviews: number
  /** Transactions, and accounts with missing sequence numbers. */
  unexplained: number
  waitingPayouts: number
  payouts: WaitingPayoutView[]
  givenUpLetters: number
  letters: GivenUpEmail[]
  /** Addresses that take no emails, and those of them that are named. */
  unreached: number
  unreachedPeople: UnreachedPerson[]
  /** Emails of the last 30 days that the mail service accepted but failed to send by our fault. */
  failedLetters: { words: string; count: number }[]
  /** `ranAt`: when a job last ran, by the same clock as the times beside it. */
  worker: { ranAt: string | null; isSilent: boolean; failedJobs: number }
  services: { name: string; goodAt: string | null; failures: number }[]
  /** 'market', 'fixed' for the dollar of USDC, or why an asset is not quoted now. */
  quotes: { asset: Asset; by: 'market' | 'fixed' | PriceDoubt }[]
}

export async function loadAdminOverview(db: Database, now: Date): Promise<AdminOverview> {
  const lateSince = new Date(now.getTime() - LATE_AFTER_MS)
  const lettersSince = new Date(now.getTime() - EMAILS_FOR_MS)
  const [
    stops,
    aboveLimit,
    stopped,
    openCases,
    openDisputes,
    openReviews,
    unexplained,
    waitingPayouts,
    payouts,
    givenUpLetters,
    letters,
    unreached,
    failedLetters,
    jobAge,
    failedJobs,
    market,
    alerts,
    sharedWallets,
    withheld,
    oldest,
    changes,
  ] = await Promise.all([
    findOpenStops(db),
    countAboveLimit(db),
    findStopped(db),
    countOpenUnmatched(db),
    countOpenDisputes(db),
    countOpenReviews(db),
    countUnexplained(db),
    countWaitingPayouts(db, { lateSince }),
    findWaitingPayouts(db, { lateSince, take: NAMED_PAYOUTS }),
    countGivenUpEmails(db, lettersSince),
    findGivenUpEmails(db, { since: lettersSince, take: NAMED_EMAILS }),
    findUnreached(db, NAMED_EMAILS),
    countFailed(db, lettersSince),
    sinceLastJob(db),
    countFailedJobs(db),
    loadMarketHealth(db, now),
    findAlerts(db, now),
    findSharedPilotWallets(db, new Date(now.getTime() - SHARED_FOR_MS)),
    findWithheldCommissions(db, new Date(now.getTime() - SHARED_FOR_MS)),
    findOldestWaiting(db, { lettersSince }),
    findPeopleWithChanges(db, { now, take: NAMED_CHANGES }),
  ])
  return {
    oldest: {
      ...isoOf(oldest),
      payouts: payouts[0]?.createdAt.toISOString() ?? null,
      unreached: unreached.people[0]?.since.toISOString() ?? null,
    },
    sharedWallets,
    withheld: withheld.map(({ paymentHash: hash, at, resellerName: reseller, ...row }) => ({
      ...row,
      hash,
      reseller,
      at: at.toISOString(),
    })),
    troubles: alerts.flatMap((alert) => {
      const { kind, subject, since, openedAt, facts } = alert
      return isLasting(alert, now) && !TOLD_ELSEWHERE.includes(kind)
        ? [{ kind, subject, facts, since: (since ?? openedAt).toISOString() }]
        : []
    }),
    changes: changes.map(({ id, kind, changedAt, user }) => ({
      ...{ id, userId: user.id, name: user.name },
      kind: changeKind(kind),
      since: changedAt.toISOString(),
    })),
    stoppedReadings: stopped.map((stop) => ({ ...stop, since: stop.since.toISOString() })),
    stopped: NETWORKS.filter((network) => stops.some((stop) => stop.network === network)),
    aboveLimit,
    openCases,
    openDisputes,
    openReviews,
    unexplained,
    waitingPayouts,
    payouts: payouts.map(
      ({ id, purpose, asset, amount, state, blockedReason, createdAt, escrow, resellerPayout, ...row }) => ({
        id,
        purpose,
        asset,
        amount: plain(amount),
        isLate: state !== 'blocked' && (row.waitsFor === null || row.waitsFor === 'turn'),
        waits: state === 'queued' && row.waitsFor !== null ? waitingFor({ state, waitsFor: row.waitsFor }) : null,
        feeAsked: feeAskedOf(row),
        reason: blockedReason,
        since: createdAt.toISOString(),
        transactionId: escrow?.transactionId ?? null,
        reseller: resellerPayout?.reseller.id ?? null,
      }),
    ),
    givenUpLetters,
    letters: letters.map(toShownEmail),
    unreached: unreached.count,
    unreachedPeople: unreached.people.map((person) => ({ ...person, since: person.since.toISOString() })),
    failedLetters,
    worker: {
      ranAt: jobAge === null ? null : new Date(now.getTime() - jobAge).toISOString(),
      isSilent: jobAge === null || jobAge > SILENT_MS,
      failedJobs,
    },
    services: Object.entries(market.services).map(([name, { goodSecondsAgo, failures }]) => ({
      name,
      goodAt: goodSecondsAgo === null ? null : new Date(now.getTime() - goodSecondsAgo * 1000).toISOString(),
      failures,
    })),
    quotes: Object.entries(market.quotes).map(([asset, by]) => ({ asset: asset as Asset, by })),
  }
}

const isoOf = (oldest: OldestWaiting) =>
  Object.fromEntries(Object.entries(oldest).map(([what, at]) => [what, at?.toISOString() ?? null])) as Record<
    keyof OldestWaiting,
    string | null
  >

function toShownEmail(letter: Awaited<ReturnType<typeof findGivenUpEmails>>[number]): GivenUpEmail {
  const { id, recipient, content, givenUpAt, givenUpFor, lastError } = letter
  const kind = typeof content === 'object' && content !== null && 'letter' in content ? String(content.letter) : ''
  // The database allows only these values (outbox_letter_given_up_check).
  const why = GIVEN_UP_FOR.find((word) => word === givenUpFor) ?? 'refused'
  return { id, recipient, kind, why, error: lastError ?? '', at: givenUpAt?.toISOString() ?? '' }
}
