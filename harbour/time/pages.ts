/** The page that moves the app's clock, and the endpoint from which the app reads it. */
import { z } from 'zod'
import { json, type Reply, type Request, redirect } from '#harbour/http.ts'
import type { TimeShift } from '#harbour/time/shift.ts'
import { html } from '#harbour/wallet/pages/html.ts'
import { page } from '#harbour/wallet/pages/layout.ts'

const STEPS = [
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 48, label: '2 days' },
  { hours: 24 * 7, label: '1 week' },
  { hours: 24 * 30, label: '30 days' },
] as const
const hoursSchema = z.coerce
  .number()
  .int()
  .min(1)
  .max(24 * 365)

const followerSchema = z.object({ follower: z.uuid(), ahead: z.coerce.number().int().nonnegative() })

/** Null: not one of these pages. */
export function answerTime(time: TimeShift, request: Request): Promise<Reply> | Reply | null {
  switch (`${request.method} ${request.url.pathname}`) {
    case 'GET /api/time':
      return tellTime(time, request.url.searchParams)
    case 'GET /time':
      return timePage(time)
    case 'POST /time':
      return moveTime(time, new URLSearchParams(request.body).get('hours'))
    default:
      return null
  }
}

function tellTime(time: TimeShift, asked: URLSearchParams): Reply {
  const follower = followerSchema.safeParse(Object.fromEntries(asked))
  if (follower.success) time.hear({ name: follower.data.follower, aheadMs: follower.data.ahead })
  return json(200, { aheadMs: time.aheadMs() })
}

/** Answers when web and worker use the new time: a sign-in by the old time would be expired by the jump. */
async function moveTime(time: TimeShift, asked: string | null): Promise<Reply> {
  const hours = hoursSchema.safeParse(asked)
  if (hours.success) time.forward(hours.data * 3_600_000)
  await time.untilFollowed()
  return redirect('/time')
}

function timePage(time: TimeShift): Reply {
  const now = new Date(Date.now() + time.aheadMs()).toISOString()
  return page({
    title: 'Time',
    lead: 'Let the dates of trades pass: the app goes by this clock, web and worker alike, and so do both ledgers here. It goes forward only.',
    place: '/time',
    content: html`
<section class="sheet"><h2>The app’s clock</h2>
<p><time datetime="${now}" data-now>${now.slice(0, 16).replace('T', ' ')} UTC</time></p>
<form method="post" action="/time">
<p class="hint">The worker looks at dates each minute, so what follows takes up to a minute. You may have to sign in again after a long jump.</p>
${STEPS.map(({ hours, label }) => html`<button class="b" type="submit" name="hours" value="${hours}">${label} forward</button> `)}
</form>
</section>`,
  })
}
