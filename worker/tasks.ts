/** Job name → parse payload → workflow. A job names a row; the workflow decides whether there is work. */
import type { JobHelpers, TaskList } from 'graphile-worker'
import { z } from 'zod'
import { writePasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { settleLateFee } from '#app/fees/workflows/settle-service-fee.server.ts'
import { JOBS, type JobName, type JobPayload } from '#app/jobs/catalogue.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf, passesByItself } from '#app/kernel/domain/cause.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { pollClaimable } from '#app/ledgers/payments/workflows/poll-claimable.server.ts'
import { withLogContext } from '#app/log-context.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { postAlert } from '#app/ops/workflows/alerts/post-alert.server.ts'
import { checkSponsors } from '#app/ops/workflows/check-sponsors.server.ts'
import type { ProcessTime } from '#app/ops/workflows/keep-time.server.ts'
import { noteScheduled } from '#app/ops/workflows/note-schedule.server.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { tidyUp } from '#app/ops/workflows/tidy-up.server.ts'
import { refreshPrices, refreshTrades } from '#app/prices/workflows/refresh-market.server.ts'
import { anchorChain } from '#app/records/audit/workflows/anchor-chain.server.ts'
import { checkAudit } from '#app/records/audit/workflows/check-chain.server.ts'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import { addFigures } from '#app/records/figures/workflows/add-figures.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { screenPeople, screenPerson, screenReseller } from '#app/screening/workflows/screen.server.ts'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import { readAllOutgoing } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { expireDeadline } from '#app/trade/deadlines/workflows/expire-deadline.server.ts'
import { removeFile } from '#app/trade/documents/workflows/remove-file.server.ts'
import { clearDeposit } from '#app/trade/onchain/workflows/clearance/clear-deposit.server.ts'
import { findOnchainDeposits } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { followSettlement } from '#app/trade/onchain/workflows/follow-settlement.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { sendReturn } from '#app/trade/onchain/workflows/returning/send-return.server.ts'
import { closeLedgerAccount } from '#app/trade/onchain/workflows/settled/close-account.server.ts'
import { fundIfCovered } from '#app/trade/opening/workflows/fund-escrow.server.ts'
import { inviteWaiting } from '#app/trade/opening/workflows/invitation/invite-waiting.server.ts'
import { verifyPaymentClaim } from '#app/trade/opening/workflows/verify-payment-claim.server.ts'
import { remind } from '#app/trade/reminders/workflows/remind.server.ts'
import { followAddress } from '#app/trade/terms/workflows/follow-address.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

/** A workflow may return when to poll its row again; most return nothing. */
type Work<Name extends JobName> = (deps: WorkerDeps, payload: JobPayload<Name>) => Promise<unknown>

const WORK: { [Name in JobName]: Work<Name> } = {
  ingest_payments: ingestPayments,
  settle_late_fee: settleLateFee,
  dispatch_payouts: dispatchPayouts,
  prepare_agreements: prepareAgreements,
  clear_lock: clearDeposit,
  find_locks: findOnchainDeposits,
  follow_exit: followSettlement,
  send_return: sendReturn,
  close_account: closeLedgerAccount,
  read_outgoing: readAllOutgoing,
  look_for_claimable: pollClaimable,
  fund_escrow: fundIfCovered,
  verify_stated_payment: verifyPaymentClaim,
  send_letter: sendEmail,
  invite_waiting: inviteWaiting,
  follow_address: followAddress,
  run_clock: expireDeadline,
  remind,
  write_password_reset: writePasswordReset,
  remove_file: removeFile,
  refresh_prices: refreshPrices,
  refresh_trades: refreshTrades,
  refresh_lists: refreshLists,
  screen_person: screenPerson,
  screen_reseller: screenReseller,
  screen_people: screenPeople,
  sweep_open_work: sweepOpenWork,
  reconcile,
  look_at_keepers: checkSponsors,
  post_alert: postAlert,
  seal_audit: sealEvents,
  check_audit: checkAudit,
  anchor_audit: anchorChain,
  add_figures: addFigures,
  tidy_up: tidyUp,
}

/** Added to every job's payload (app/jobs/enqueue.server.ts). */
const requested = z.object({ requestId: z.string().optional() })

/** Names of a job's subject in the log. A person's address is not among them. */
const NAMES: Record<string, string> = {
  network: 'network',
  account: 'account',
  letterId: 'letter',
  escrowId: 'escrow',
  clockId: 'clock',
  quoteId: 'quote',
  storageKey: 'file',
  postId: 'post',
}

/** `assertRight`: throws if, by the time when the database gave out the job, this process's clock is off. */
export function makeTasks(deps: WorkerDeps, { assertRight }: Partial<Pick<ProcessTime, 'assertRight'>> = {}): TaskList {
  const task =
    <Name extends JobName>(name: Name) =>
    async (raw: unknown, { job }: JobHelpers) => {
      await assertRight?.(job.locked_at)
      const { requestId } = requested.parse(raw)
      const of = { job: name, jobId: job.id, ...(requestId && { requestId }) }
      await withLogContext({ ...of, ...subjectOf(raw) }, async () => {
        try {
          const payload = JOBS[name].payload.parse(raw) as JobPayload<Name>
          const again = await (WORK[name] as Work<Name>)(deps, payload)
          if (again instanceof Date)
            await workAgain(deps, { name, payload, after: { at: again, now: deps.clock.now() } })
          await noteScheduled(deps, name)
        } catch (error) {
          logFailure(deps.log, { job, error })
          throw error
        }
      })
    }
  return Object.fromEntries((Object.keys(WORK) as JobName[]).map((name) => [name, task(name)]))
}

type Next<Name extends JobName> = { name: Name; payload: JobPayload<Name>; after: { at: Date; now: Date } }

async function workAgain<Name extends JobName>({ db }: WorkerDeps, job: Next<Name>): Promise<void> {
  const enqueueIt = () => inTransaction(db, (tx) => enqueue(tx, job))
  // The next poll of a whole ledger is for everybody, so it carries no request id.
  await ('network' in job.payload ? withLogContext({}, enqueueIt) : enqueueIt())
}

function subjectOf(payload: unknown): Record<string, string> {
  const known = Object.entries(payload ?? {}).filter(([key, value]) => key in NAMES && typeof value === 'string')
  return Object.fromEntries(known.map(([key, value]) => [NAMES[key], value]))
}

/** One line per failure; the log context names the job. The queue's own line is suppressed (runner.ts). */
function logFailure(log: WorkerDeps['log'], { job, error }: { job: JobHelpers['job']; error: unknown }): void {
  const facts = { tries: job.attempts, mostTries: job.max_attempts }
  // Scheduled jobs have one try: the next one comes anyway.
  const isLast = job.attempts >= job.max_attempts && job.max_attempts > 1
  if (isLast) log.error({ ...facts, err: error }, 'job given up')
  else if (passesByItself(error)) log.warn({ ...facts, cause: causeOf(error) }, 'job failed temporarily')
  else log.error({ ...facts, err: error }, 'job failed unexpectedly')
}
