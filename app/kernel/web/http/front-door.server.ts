/**
 * Corrects a request before anybody reads it. Express and Remix answer some requests themselves, with a bare line or an
 * empty page and an error in the log: here they become requests that get an answer of ours.
 */
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { pathForLog } from '#app/kernel/domain/secrets.ts'
import { changesNothing, isFromOurPages, PAUSED } from './origin.server.ts'

type Door = {
  publicOrigin: string
  /** True: this process may decide nothing now. What would change something is refused, with that reason. */
  isPaused: () => boolean
  /** Logs a request that would change something and says that another site has sent it. */
  tell: (facts: { method: string; path: string; origin: string | null }) => void
}

const NO_METHOD = new Set(['TRACE', 'TRACK', 'CONNECT'])
/** Answers 400 with one sentence (site/routes/bad-request.ts). */
export const BAD_REQUEST_PATH = '/bad-request'
/** A name or an address, and perhaps a port (RFC 9112 3.2): it becomes part of the URL that Remix reads. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Call it once, where the process begins. */
export function watchTheDoor(door: Door): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: unknown }
    if (request instanceof IncomingMessage) setRight(request, door)
  })
}

export function setRight(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { publicOrigin, isPaused, tell }: Door,
) {
  const { headers, method = 'GET' } = request
  // Remix would believe it of anybody; what people type is a setting.
  delete headers['x-forwarded-host']
  const { host: ourHost } = new URL(publicOrigin)
  // HTTP/1.0 need not name a host.
  headers.host ??= ourHost
  const url = addressHere(request.url ?? '/', publicOrigin)
  if (url === null || !isHost(headers.host)) {
    request.method = 'GET'
    request.url = BAD_REQUEST_PATH
    headers.host = ourHost
    return
  }
  request.url = readableAddress(url)
  // fetch supports no request with these methods; OPTIONS gets a page with 405.
  if (NO_METHOD.has(method)) request.method = 'OPTIONS'
  if (changesNothing(method)) return
  const { origin = null, 'sec-fetch-site': site = null, referer = null } = headers
  const isOurs = isFromOurPages({ method, origin, site: typeof site === 'string' ? site : null, referer }, publicOrigin)
  // A request that states no origin is a script's; its refusal is in the request's own line.
  if (!isOurs && (origin ?? site) !== null) tell({ method, path: pathForLog(url), origin })
  // Remix's own check trusts a header that clients can set and answers with an empty 500. Without `Origin` it has
  // nothing to compare, and ours (assertSameOrigin, in every action) reads the verdict that is written here.
  delete headers.origin
  headers['sec-fetch-site'] = isPaused() ? PAUSED : isOurs ? 'same-origin' : 'cross-site'
}

function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`)
}

/** The path and the query. Null: it names another server, as if we were a proxy, or is no URL. */
function addressHere(url: string, publicOrigin: string): string | null {
  if (url.startsWith('/')) return url
  if (!URL.canParse(url)) return null
  const { origin, pathname, search } = new URL(url)
  return origin === publicOrigin ? pathname + search : null
}

/** Express cannot decode a lone %. Escaped, it is the URL of a page that does not exist. */
function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
