/**
 * What is set right on a request before anybody reads it. Express and Remix answer some requests by themselves, with a
 * bare line or an empty page and an error in the log: here they become requests that get an answer of ours.
 */
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { withoutSecrets } from '#app/domain/kernel/secrets.ts'
import { changesNothing, isFromOurPages } from './origin.server.ts'

type Door = {
  publicOrigin: string
  /** One line for a request that would change something and says that another site has sent it. */
  tell: (facts: { method: string; path: string; origin: string | null }) => void
}

const NO_METHOD = new Set(['TRACE', 'TRACK', 'CONNECT'])

/** Call it once, where the process begins. */
export function watchTheDoor(door: Door): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: unknown }
    if (request instanceof IncomingMessage) setRight(request, door)
  })
}

export function setRight(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>, { publicOrigin, tell }: Door) {
  const { headers, url = '/', method = 'GET' } = request
  request.url = readableAddress(url)
  // fetch knows no request of these methods; this one says 405 on a page.
  if (NO_METHOD.has(method)) request.method = 'OPTIONS'
  if (changesNothing(method)) return
  const { origin = null, 'sec-fetch-site': site = null } = headers
  const isOurs = isFromOurPages({ method, origin, site: typeof site === 'string' ? site : null }, publicOrigin)
  // What says nothing of where it comes from is a script, whose refusal stands in the request's own line.
  if (!isOurs && (origin ?? site) !== null) tell({ method, path: withoutSecrets(url.split('?')[0] ?? ''), origin })
  // Remix has a check of its own, which trusts a header that clients can set and answers with an empty 500. It finds
  // nothing to compare, and ours (assertSameOrigin, in every action) reads the verdict that is written here.
  delete headers.origin
  headers['sec-fetch-site'] = isOurs ? 'same-origin' : 'cross-site'
}

/** A lone % is no address for Express. With its sign spelled out it is one, of a page that there is not. */
function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
