import type { JobName } from '#app/jobs/catalogue.ts'
import { SCHEDULE } from '#app/jobs/schedule.ts'
import { beginRuns, noteRun } from '#app/ops/db/scheduled-runs.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const TASKS: readonly JobName[] = SCHEDULE.map(({ task }) => task)

/** Notes that a job has ended well, where it is one that comes by the clock: operators are told when one does no more. */
export async function noteScheduled({ db }: Pick<Deps, 'db'>, name: JobName): Promise<void> {
  if (TASKS.includes(name)) await noteRun(db, name)
}

/** With the start of a worker: jobs that it has never run count from now. */
export async function beginSchedule({ db }: Pick<Deps, 'db'>): Promise<void> {
  await beginRuns(db, TASKS)
}
