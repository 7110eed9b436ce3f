/**
 * Answers whether a subject has changed: at once, or as soon as it does. The answer is one word; the page then loads
 * its data, which checks the permissions again.
 */

import { readSessionToken } from '#app/accounts/web/session.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'
import { findAsker } from '#app/live/db/news.server.ts'
import { mayHear } from '#app/live/domain/may-hear.ts'
import { type NewsSubject, nameOf, readSubject } from '#app/live/domain/subject.ts'
import { config, deps } from '#app/runtime.server.ts'
import { openAsks } from './asks.server.ts'
import { theHub } from './line.server.ts'

/** Pages ask after each change, and every few seconds where the answer cannot be held open. */
const asksOfUsers = openAsks({ most: 120, now: Date.now })
/** Invalid session cookies per network. */
const asksOfStrangers = openAsks({ most: 60, now: Date.now })

/** Our versions are never longer. */
const LONGEST_VERSION = 64

export async function answerNews(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const subject = readSubject(searchParams.get('of') ?? '')
  const since = searchParams.get('since') ?? ''
  const token = await readSessionToken(request)
  if (token === null) return answer(401)
  const network = clientNetwork(request) ?? ''
  if (network !== '' && asksOfStrangers.isOver(network)) return answer(429)
  if (subject === null || since.length > LONGEST_VERSION) return answer(404)

  const moment = theHub().moment()
  const asker = await findAsker(deps.db, { token, now: deps.clock.now(), subject })
  if (!asker) {
    asksOfStrangers.count(network)
    return answer(401)
  }
  if (!asksOfUsers.count(asker.hearer.id)) return answer(429)
  // Indistinguishable: not found, and not permitted.
  if (!mayHear(asker.hearer, { subject, parties: asker.parties })) return answer(404)
  if (asker.version !== since) return answer(200, 'changed')
  if (!searchParams.has('hold')) return answer(204)
  return hold(request, { subject, since, moment, sessionId: asker.sessionId, userId: asker.hearer.id })
}

type WaitingAnswer = { subject: NewsSubject; since: string; moment: number; sessionId: string; userId: string }

/** A response kept open by line feeds, which ends with its word. */
function hold(request: Request, { subject, since, moment, sessionId, userId }: WaitingAnswer): Response {
  let takeAway: (() => void) | null = null
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const say = (text: string) => stream.enqueue(new TextEncoder().encode(text))
      const asked = { subject: nameOf(subject), session: `session:${sessionId}`, userId, since }
      const end = (word: string) => {
        say(word)
        stream.close()
      }
      // Sends the headers.
      say('\n')
      takeAway = theHub().add({ ...asked, beat: () => say('\n'), end }, moment)
      if (takeAway === null) end('often')
      request.signal.addEventListener('abort', () => {
        if (takeAway === null) return
        takeAway()
        takeAway = null
        // The client is gone: close the stream, so that its reader ends.
        try {
          stream.close()
        } catch {
          // Already closed.
        }
      })
    },
    cancel() {
      takeAway?.()
      takeAway = null
    },
  })
  return answer(200, body)
}

function answer(status: number, body: BodyInit | null = null): Response {
  const response = new Response(body, { status })
  const { headers } = response
  if (body !== null) headers.set('Content-Type', 'text/plain; charset=utf-8')
  // Neither compressed nor buffered by a proxy (nginx), so that each line feed is sent at once.
  headers.set('Cache-Control', 'no-store, no-transform')
  headers.set('X-Accel-Buffering', 'no')
  if (status === 429) headers.set('Retry-After', '15')
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return response
}
