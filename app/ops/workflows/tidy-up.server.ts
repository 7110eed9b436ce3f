import { deleteExpiredTokens } from '#app/accounts/db/account-tokens.server.ts'
import { deleteExpiredSessions } from '#app/accounts/db/sessions.server.ts'
import { deleteOldAccess } from '#app/kernel/db/access-records.server.ts'
import { deleteOldStamps } from '#app/kernel/db/forms/captcha-stamps.server.ts'
import { deleteOldSentForms } from '#app/kernel/db/forms/form-tokens.server.ts'
import { freeOldForms } from '#app/kernel/db/forms/submit-forms.server.ts'
import { eachAlone } from '#app/kernel/workflows/each-alone.ts'
import { deleteOldMailEvents } from '#app/notices/db/mail-events.server.ts'
import { deleteOldPosts } from '#app/ops/db/alert-posts.server.ts'
import { deleteOldAlerts } from '#app/ops/db/alerts.server.ts'
import { deleteDeadJobs, deleteOldHeartbeats, deleteOrphanedCanaries } from '#app/ops/db/dead-jobs.server.ts'
import { deleteOldProcesses } from '#app/ops/db/processes.server.ts'
import { purgeOldScreenings } from '#app/screening/workflows/purge-screenings.server.ts'
import { forgetKept } from '#app/settings/db/closing.server.ts'
import { deleteOldExports } from '#app/settings/db/data-exports.server.ts'
import { sweepFiles } from '#app/trade/documents/workflows/sweep-files.server.ts'
import { forgetOldDrafts } from '#app/trade/opening/workflows/drafting/forget-drafts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const HOUR_MS = 60 * 60_000
const DAY_S = 24 * 60 * 60
/** A form sent again after this time counts as new. The Admin Panel shows failed jobs for as long. */
const WEEK_MS = 7 * 24 * HOUR_MS
/** Long enough to review a quarter. */
const QUARTER_MS = 90 * 24 * HOUR_MS
/** 13 months, as the privacy policy says: for a year it can be told who viewed and who tried. */
const RECORDS_MS = 396 * 24 * HOUR_MS

/**
 * Deletes what has expired: sessions, links, forms, access and mail records, alerts, exports, screenings, data kept of
 * closed accounts, interrupted uploads, dead jobs and workers. A step that fails does not stop the others.
 */
export async function tidyUp(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const weekAgo = new Date(now.getTime() - WEEK_MS)
  const quarterAgo = new Date(now.getTime() - QUARTER_MS)
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  const steps = {
    sessions: () => deleteExpiredSessions(deps.db, now),
    links: () => deleteExpiredTokens(deps.db, now),
    forms: () => deleteOldSentForms(deps.db, weekAgo),
    records: () => deleteOldAccess(deps.db, new Date(now.getTime() - RECORDS_MS)),
    stamps: () => deleteOldStamps(deps.db, weekAgo),
    drafts: () => forgetOldDrafts(deps),
    places: () => freeOldForms(deps.db, quarterAgo),
    jobs: () => deleteDeadJobs(deps.db, { failed: weekAgo, silent: hourAgo }),
    canaries: () => deleteOrphanedCanaries(deps.db, hourAgo),
    alerts: () => deleteOldAlerts(deps.db, quarterAgo),
    mail: () => deleteOldMailEvents(deps.db, quarterAgo),
    posts: () => deleteOldPosts(deps.db, quarterAgo),
    exports: () => deleteOldExports(deps.db, now),
    kept: () => forgetKept(deps.db, { now, sentBefore: weekAgo }),
    heartbeats: () => deleteOldHeartbeats(deps.db, hourAgo),
    processes: () => deleteOldProcesses(deps.db, DAY_S),
    files: () => sweepFiles(deps),
    screenings: () => purgeOldScreenings(deps),
  }
  const names = Object.keys(steps) as (keyof typeof steps)[]
  await eachAlone(names, { work: (name) => steps[name](), log: deps.log, what: 'cleanup step failed' })
}
