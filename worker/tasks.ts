/** Job name → parse payload → workflow. A job says "look at row N"; the workflow decides whether there is work. */
import type { JobHelpers, TaskList } from 'graphile-worker'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { causeOf, isNetworkTrouble } from '#app/domain/kernel/cause.ts'
import { JOBS, type JobName, type JobPayload } from '#app/jobs/catalogue.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writePasswordReset } from '#app/workflows/accounts/ask-for-password-reset.server.ts'
import { reconcile } from '#app/workflows/books/reconcile.server.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { removeFile } from '#app/workflows/documents/remove-file.server.ts'
import { settleLateFee } from '#app/workflows/fees/settle-service-fee.server.ts'
import { ingestPayments } from '#app/workflows/ledger-payments/ingest-payments.server.ts'
import { sendLetter } from '#app/workflows/letters/send-letter.server.ts'
import { verifyStatedPayment } from '#app/workflows/opening/verify-stated-payment.server.ts'
import { dispatchPayouts } from '#app/workflows/payouts/dispatch-payouts.server.ts'
import { readAllOutgoing } from '#app/workflows/payouts/outgoing/read-outgoing.server.ts'
import { refreshPrices, refreshTrades } from '#app/workflows/prices/refresh-market.server.ts'
import { sweepOpenWork } from '#app/workflows/upkeep/sweep-open-work.server.ts'
import { tidyUp } from '#app/workflows/upkeep/tidy-up.server.ts'
import { watchMachine } from '#app/workflows/upkeep/watch-machine.server.ts'

/** A workflow may answer with the moment at which its row should be looked at again; most have nothing to say. */
type Work<Name extends JobName> = (deps: WorkerDeps, payload: JobPayload<Name>) => Promise<unknown>

const WORK: { [Name in JobName]: Work<Name> } = {
  ingest_payments: ingestPayments,
  settle_late_fee: settleLateFee,
  dispatch_payouts: dispatchPayouts,
  read_outgoing: readAllOutgoing,
  verify_stated_payment: verifyStatedPayment,
  send_letter: sendLetter,
  write_password_reset: writePasswordReset,
  remove_file: removeFile,
  refresh_prices: refreshPrices,
  refresh_trades: refreshTrades,
  sweep_open_work: sweepOpenWork,
  reconcile,
  watch_machine: watchMachine,
  tidy_up: tidyUp,
}

export function makeTasks(deps: WorkerDeps): TaskList {
  const task =
    <Name extends JobName>(name: Name) =>
    async (raw: unknown, { job }: JobHelpers) => {
      const payload = JOBS[name].payload.parse(raw) as JobPayload<Name>
      try {
        const again = await (WORK[name] as Work<Name>)(deps, payload)
        if (again instanceof Date) await inTransaction(deps.db, (tx) => enqueue(tx, { name, payload, after: again }))
      } catch (error) {
        tellFailure(deps.log, { job, payload, error })
        throw error
      }
    }
  return Object.fromEntries((Object.keys(WORK) as JobName[]).map((name) => [name, task(name)]))
}

/** What the world does to us passes by itself; a person has to look at all else, and at what is not tried again. */
const PASSING: readonly string[] = ['LedgerUnavailable', 'MarketUnavailable', 'StorageTrouble']

type Failure = { job: JobHelpers['job']; payload: object; error: unknown }

/** One line for one failure: which job, of which payout, letter or escrow, and why. The queue's own is kept silent (runner.ts). */
function tellFailure(log: WorkerDeps['log'], { job, payload, error }: Failure): void {
  const facts = { job: job.task_identifier, of: payload, attempt: job.attempts, error: causeOf(error) }
  // Of the jobs of the clock the next one comes in any case.
  const isLast = job.attempts >= job.max_attempts && job.max_attempts > 1
  if (isLast) log.error(facts, 'a job failed too often and is given up')
  else if (isPassing(error)) log.warn(facts, 'a job failed; it is tried again')
  else log.error(facts, 'a job failed in a way that may need a person; it is tried again')
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && (PASSING.includes(error.name) || isNetworkTrouble(error))
}
