import type { JobName } from '#app/jobs/catalogue.ts'
import { SCHEDULE } from '#app/jobs/schedule.ts'
import { beginRuns, noteRun } from '#app/ops/db/scheduled-runs.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const TASKS: readonly JobName[] = SCHEDULE.map(({ task }) => task)

/** Records that a scheduled job succeeded: operators are alerted when one no longer does. */
export async function noteScheduled({ db }: Pick<Deps, 'db'>, name: JobName): Promise<void> {
  if (TASKS.includes(name)) await noteRun(db, name)
}

/** At the start of a worker: jobs that it has never run count from now. */
export async function beginSchedule({ db }: Pick<Deps, 'db'>): Promise<void> {
  await beginRuns(db, TASKS)
}
