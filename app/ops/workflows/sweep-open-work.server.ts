import { notifyOfSupplement } from '#app/accounts/workflows/terms/notify-of-supplement.server.ts'
import { findEscrowsToAnswer } from '#app/escrow/db/payment-claims.server.ts'
import { ripenEarnings } from '#app/fees/resellers/workflows/ripen-earnings.server.ts'
import type { JobName, JobPayload } from '#app/jobs/catalogue.ts'
import { enqueue, enqueueAll } from '#app/jobs/enqueue.server.ts'
import { type Database, inTransaction } from '#app/kernel/db/client.server.ts'
import { type DuePage, type DueRow, eachPage } from '#app/kernel/db/due-pages.ts'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { eachAlone } from '#app/kernel/workflows/each-alone.ts'
import { accountsToRead } from '#app/ledgers/payments/workflows/accounts-to-read.server.ts'
import { findOverdueEmails } from '#app/notices/db/outbox.server.ts'
import { findDuePosts } from '#app/ops/db/alert-posts.server.ts'
import { storeRetention } from '#app/screening/db/retention.server.ts'
import { findNetworksWithPayouts } from '#app/settlement/payouts/db/due-payouts.server.ts'
import { notePayingAccounts } from '#app/settlement/payouts/db/paybacks.server.ts'
import { takeOpenClearances } from '#app/trade/onchain/db/clearances.server.ts'
import { takeOpenDeposits } from '#app/trade/onchain/db/deposits.server.ts'
import { hasOpenAgreements } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { takeSettlementsUnderWay } from '#app/trade/onchain/db/settlements.server.ts'
import { takeDueClosings } from '#app/trade/onchain/db/signing/closings.server.ts'
import { takeDueReturns } from '#app/trade/onchain/db/signing/returns.server.ts'
import { findDueEscrows, findDueQuotes } from '#app/trade/reminders/db/reminders.server.ts'
import { findDueDeadlines } from '#app/trade/terms/db/deadlines.server.ts'
import { payStatedBacks } from '#app/unmatched/workflows/state-fee-wallet.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

const NEGLECTED_MS = 45_000
/** On-chain deposits are polled again after this time; at most so many in one sweep, longest-waiting first. */
const LOCK_SEEN_MS = 300_000
const MOST_LOCKS = 200
/** Whether the ledger has closed an account is polled then. */
const CLOSING_AGAIN_MS = 600_000
const RETURN_AGAIN_MS = 60_000
/** Deadlines and reminders come due by the thousand at the end of a day: so many are in memory at once. */
const PAGE = 500

/**
 * Catches what the jobs miss: wakes every open row untouched for a while, and reads every account again, incoming and
 * outgoing, in case a stream died unnoticed. Rows hold the state; an extra job does nothing. One job or query that
 * fails does not stop the others. It also records from which fee accounts this worker can pay, and how long data is
 * kept by law. It makes due commissions payable, and refunds excess fees that it could not refund before. Last, it
 * sends pending emails about a supplement of the terms.
 */
export async function sweepOpenWork(deps: WorkerDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - NEGLECTED_MS)
  const wakeEach = async <Name extends JobName>(name: Name, payloads: JobPayload<Name>[]) => {
    if (payloads.length === 0) return
    try {
      await inTransaction(deps.db, (tx) => enqueueAll(tx, { name, payloads }))
    } catch {
      // One rejected by the queue must not stop the others.
      const work = (payload: JobPayload<Name>) => inTransaction(deps.db, (tx) => enqueue(tx, { name, payload }))
      await eachAlone(payloads, { work, log: deps.log, what: 'sweep job not enqueued', facts: { task: name } })
    }
  }
  const wakeAll = async <Name extends JobName>(name: Name, find: () => Promise<JobPayload<Name>[]>) =>
    wakeEach(name, await find())
  /** All that is due now, page by page. */
  const wakeDue = <Name extends JobName>(
    name: Name,
    find: (db: Database, page: DuePage) => Promise<DueRow[]>,
    payloadOf: (id: string) => JobPayload<Name>,
  ) =>
    eachPage({ now: deps.clock.now(), take: PAGE, find: (page) => find(deps.db, page) }, (rows) =>
      wakeEach(
        name,
        rows.map(({ id }) => payloadOf(id)),
      ),
    )
  const sweeps = {
    payments: () => wakeAll('ingest_payments', () => accountsToRead(deps)),
    claimable: () => wakeAll('look_for_claimable', () => accountsToRead(deps)),
    outgoing: () => wakeAll('read_outgoing', async () => NETWORKS.map((network) => ({ network }))),
    payouts: () =>
      wakeAll('dispatch_payouts', async () =>
        (await inTransaction(deps.db, findNetworksWithPayouts)).map((network) => ({ network })),
      ),
    held: async () => {
      if (await hasOpenAgreements(deps.db, 'to_prepare')) {
        await wakeAll('prepare_agreements', async () => NETWORKS.map((network) => ({ network })))
      }
      if (await hasOpenAgreements(deps.db, 'prepared')) await wakeAll('find_locks', async () => [{}])
    },
    clearances: async () => {
      const now = deps.clock.now()
      const seen = new Date(now.getTime() - LOCK_SEEN_MS)
      const escrows = await takeOpenClearances(deps.db, { before: seen, now, take: MOST_LOCKS })
      await wakeAll('clear_lock', async () => escrows.map((escrowId) => ({ escrowId })))
    },
    exits: async () => {
      const now = deps.clock.now()
      const seen = new Date(now.getTime() - LOCK_SEEN_MS)
      // A ledger may end an on-chain escrow at any time, on anybody's request.
      const locks = await takeOpenDeposits(deps.db, { before: seen, now, take: MOST_LOCKS })
      const underWay = await takeSettlementsUnderWay(deps.db, { before, now, take: MOST_LOCKS })
      const escrows = new Set([...locks.map(({ escrowId }) => escrowId), ...underWay])
      await wakeAll('follow_exit', async () => [...escrows].map((escrowId) => ({ escrowId })))
    },
    closings: async () => {
      const now = deps.clock.now()
      const again = new Date(now.getTime() + CLOSING_AGAIN_MS)
      const escrows = await takeDueClosings(deps.db, { now, again, take: MOST_LOCKS })
      await wakeAll('close_account', async () => escrows.map((escrowId) => ({ escrowId })))
    },
    returns: async () => {
      const now = deps.clock.now()
      const again = new Date(now.getTime() + RETURN_AGAIN_MS)
      const escrows = await takeDueReturns(deps.db, { now, again, take: MOST_LOCKS })
      await wakeAll('send_return', async () => escrows.map((escrowId) => ({ escrowId })))
    },
    statements: () =>
      wakeAll('verify_stated_payment', async () =>
        (await findEscrowsToAnswer(deps.db, before)).map((escrowId) => ({ escrowId })),
      ),
    letters: () =>
      wakeAll('send_letter', async () => (await findOverdueEmails(deps.db, before)).map((letterId) => ({ letterId }))),
    posts: () =>
      wakeAll('post_alert', async () =>
        (await findDuePosts(deps.db, { now: before, take: PAGE })).map((postId) => ({ postId })),
      ),
    clocks: () => wakeDue('run_clock', findDueDeadlines, (clockId) => ({ clockId })),
    reminders: async () => {
      await wakeDue('remind', findDueEscrows, (id) => ({ of: 'escrow', id }))
      await wakeDue('remind', findDueQuotes, (id) => ({ of: 'quote', id }))
    },
    earnings: () => ripenEarnings(deps),
    feesBack: () => payStatedBacks(deps),
    retention: () => storeRetention(deps.db, deps.settings.screening.keepYears),
    keys: () => {
      const accounts = Object.values(deps.feeTreasuries).map(({ network, source: account }) => ({ network, account }))
      return notePayingAccounts(deps.db, { accounts, at: deps.clock.now() })
    },
    supplement: () => notifyOfSupplement(deps),
  }
  const parts = Object.keys(sweeps) as (keyof typeof sweeps)[]
  await eachAlone(parts, { work: (part) => sweeps[part](), log: deps.log, what: 'sweep step failed' })
}
