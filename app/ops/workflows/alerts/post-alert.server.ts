import { causeOf } from '#app/kernel/domain/cause.ts'
import { beginPost, findDuePosts, markPosted, notePostFailed } from '#app/ops/db/alert-posts.server.ts'
import { isLastTry, pauseAfter } from '#app/ops/domain/post-tries.ts'
import type { Deps } from '#app/workflow-deps.ts'

const AT_ONCE = 50

/**
 * Posts one alert to the operators' webhook. Returns when to retry if it was not accepted. Null: no retry is needed or
 * useful. The receiver may get it twice, under the same id.
 */
export async function postAlert(deps: Deps, { postId: id }: { postId: string }): Promise<Date | null> {
  const { db, alertHook, log } = deps
  if (alertHook === null) return null
  const now = deps.clock.now()
  const nextTryAt = (attempts: number) => new Date(now.getTime() + pauseAfter(attempts))
  const post = await beginPost(db, { id, now, nextTryAt })
  if (post === null) return null
  try {
    await alertHook.post({ id, at: now, body: post.body })
    await markPosted(db, { id, at: deps.clock.now() })
    return null
  } catch (error) {
    const isLast = isLastTry(post, now)
    await notePostFailed(db, { id, error: causeOf(error), givenUpAt: isLast ? now : null })
    const facts = { post: id, tries: post.attempts, cause: causeOf(error) }
    if (isLast) log.error(facts, 'alert webhook given up')
    else log.warn(facts, 'alert webhook failed')
    return isLast ? null : nextTryAt(post.attempts)
  }
}

/** Posts what is due in the worker's place: called by the web process while no worker runs jobs. */
export async function postDue(deps: Deps): Promise<void> {
  if (deps.alertHook === null) return
  const due = await findDuePosts(deps.db, { now: deps.clock.now(), take: AT_ONCE })
  for (const postId of due) await postAlert(deps, { postId })
}
