/** Job name → parse payload → workflow. A job says "look at row N"; the workflow decides whether there is work. */
import type { JobHelpers, TaskList } from 'graphile-worker'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { JOBS, type JobName, type JobPayload } from '#app/jobs/catalogue.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writePasswordReset } from '#app/workflows/accounts/ask-for-password-reset.server.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { removeFile } from '#app/workflows/documents/remove-file.server.ts'
import { settleLateFee } from '#app/workflows/fees/settle-service-fee.server.ts'
import { ingestPayments } from '#app/workflows/ledger-payments/ingest-payments.server.ts'
import { sendLetter } from '#app/workflows/letters/send-letter.server.ts'
import { verifyStatedPayment } from '#app/workflows/opening/verify-stated-payment.server.ts'
import { dispatchPayouts } from '#app/workflows/payouts/dispatch-payouts.server.ts'
import { refreshPrices, refreshTrades } from '#app/workflows/prices/refresh-market.server.ts'
import { sweepOpenWork } from '#app/workflows/upkeep/sweep-open-work.server.ts'
import { tidyUp } from '#app/workflows/upkeep/tidy-up.server.ts'

/** A workflow may answer with the moment at which its row should be looked at again; most have nothing to say. */
type Work<Name extends JobName> = (deps: WorkerDeps, payload: JobPayload<Name>) => Promise<unknown>

const WORK: { [Name in JobName]: Work<Name> } = {
  ingest_payments: ingestPayments,
  settle_late_fee: settleLateFee,
  dispatch_payouts: dispatchPayouts,
  verify_stated_payment: verifyStatedPayment,
  send_letter: sendLetter,
  write_password_reset: writePasswordReset,
  remove_file: removeFile,
  refresh_prices: refreshPrices,
  refresh_trades: refreshTrades,
  sweep_open_work: sweepOpenWork,
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
        deps.log.warn({ job: name, attempt: job.attempts, error: String(error) }, 'job failed and will be tried again')
        throw error
      }
    }
  return Object.fromEntries((Object.keys(WORK) as JobName[]).map((name) => [name, task(name)]))
}
