import { causeOf } from '#app/kernel/domain/cause.ts'
import { findOwedAlertEmails } from '#app/notices/db/outbox.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { takeCheck } from '#app/ops/db/alerts.server.ts'
import { sinceLastJob } from '#app/ops/db/worker-health.server.ts'
import { SILENT_MS } from '#app/ops/domain/judge-machine.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { postDue } from './post-alert.server.ts'
import { watchMachine } from './watch-machine.server.ts'

const LOOK_EVERY_MS = 15_000
/** Of several processes one polls in this time. */
const ONE_LOOK_IN_S = 10

type Watch = {
  process: 'web' | 'worker'
  /** This process knows that its own clock is wrong. */
  isClockOff?: () => boolean
}

/**
 * One poll, in web and worker processes alike: skipped if another has just polled. While no worker runs jobs, the web
 * process also sends due alerts; mail service and webhook recognize one that a worker sends again by its id.
 */
export async function takeWatch(deps: Deps, { process, isClockOff = () => false }: Watch): Promise<void> {
  if (await takeCheck(deps.db, ONE_LOOK_IN_S)) await watchMachine(deps, { isClockOff: isClockOff() })
  if (process === 'web') await standIn(deps)
}

async function standIn(deps: Deps): Promise<void> {
  const age = await sinceLastJob(deps.db)
  if (age !== null && age <= SILENT_MS) return
  for (const letterId of await findOwedAlertEmails(deps.db, deps.clock.now())) await sendEmail(deps, { letterId })
  await postDue(deps)
}

/** Polls from now on, never twice at the same time. Returns a function that stops it. */
export function keepWatch(deps: Deps, watch: Watch): () => void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await takeWatch(deps, watch)
    } catch (error) {
      deps.log.warn({ cause: causeOf(error) }, 'alert check failed')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
