import { lastJobRun } from '#app/db/upkeep/worker-health.server.ts'
import { causeOf } from '#app/domain/kernel/cause.ts'
import { SILENT_MS } from '#app/domain/upkeep/trouble.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { sendLetter } from '#app/workflows/letters/send-letter.server.ts'
import { watchMachine } from './watch-machine.server.ts'

const LOOK_EVERY_MS = 60_000

/**
 * The web process's part: when no worker runs jobs, none of them can say so. It watches in their place, and sends the letters by
 * itself; the mail service takes each once, should a worker send it, too.
 */
export async function watchWorker(deps: Deps): Promise<void> {
  const ranAt = await lastJobRun(deps.db)
  if (ranAt !== null && deps.clock.now().getTime() - ranAt.getTime() <= SILENT_MS) return
  for (const letterId of await watchMachine(deps)) await sendLetter(deps, { letterId })
}

/** Watches from now on, for the life of the process. */
export function keepWatch(deps: Deps): void {
  const look = () =>
    watchWorker(deps).catch((error: unknown) => {
      deps.log.warn({ cause: causeOf(error) }, 'whether a worker runs jobs could not be seen')
    })
  setInterval(look, LOOK_EVERY_MS).unref()
}
