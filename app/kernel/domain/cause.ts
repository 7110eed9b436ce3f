/** Describes an error in one line of words, with its causes down to the network's. */

/** Codes of Node, undici and PostgreSQL, in words for somebody on call. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection cut',
  EPIPE: 'connection cut',
  UND_ERR_SOCKET: 'connection cut',
  ENOTFOUND: 'no such name (DNS)',
  EAI_AGAIN: 'the name service (DNS) does not answer',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out while connecting',
  UND_ERR_HEADERS_TIMEOUT: 'timed out while waiting for the answer',
  UND_ERR_BODY_TIMEOUT: 'timed out in the middle of the answer',
  EHOSTUNREACH: 'no way to that machine',
  ENETUNREACH: 'no network',
  '57P01': 'the database is being shut down',
  '57P02': 'the database crashed',
  '57P03': 'the database is starting or stopping',
}
/** Without a code: pg's message for a broken connection, Prisma's for an unreachable database. */
const WORDLESS = /Connection terminated|Can't reach database server|DatabaseNotReachable/
/** Codes of Prisma for a database without an answer, and of PostgreSQL when it ends slow work or shuts down. */
const AWAY_CODES = /^(?:P1001|P1002|P1008|P1017|P2024|P2028|08\w{3}|57P0\d|57014|55P03|53300|25P0[34])$/
const AWAY_KINDS = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']
/** Without a code: pg's messages for connections that it lost or cannot get. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
const DEEPEST = 6
const LONGEST = 400

/** Returns one line without a stack. Never empty. */
export function causeOf(error: unknown): string {
  const said: string[] = []
  for (const layer of layersOf(error)) {
    const words = describe(layer)
    // A wrapper often repeats its cause's message.
    if (words && !said.some((earlier) => earlier.includes(words))) said.push(words)
  }
  return (said.join(': ') || 'an error without words').replace(/\s+/g, ' ').slice(0, LONGEST)
}

/** Errors of the ports for an outside service that does not answer now. */
const PASSING = ['LedgerUnavailable', 'MarketUnavailable', 'StorageTrouble', 'TurnstileUnavailable']

/** Is it an outside failure that ends by itself? Everything else needs a person. */
export function passesByItself(error: unknown): boolean {
  const layers = layersOf(error)
  return isOfOthers(layers) || layers.some(isNetworkFailure) || layers.some(isAway)
}

/**
 * Did the database not answer, or not in time? The write may have happened all the same when only the answer was lost.
 * Errors of other services do not count, though they have the same codes.
 */
export function isDatabaseAway(error: unknown): boolean {
  const layers = layersOf(error)
  return !isOfOthers(layers) && layers.some((layer) => isAway(layer) || textAt(layer, 'code') in WORDS)
}

/** An error of a port, or of fetch, by which all other services are called. */
function isOfOthers(layers: readonly unknown[]): boolean {
  return layers.some((layer) => PASSING.includes(textAt(layer, 'name')) || textAt(layer, 'message') === 'fetch failed')
}

function isNetworkFailure(layer: unknown): boolean {
  return textAt(layer, 'code') in WORDS || WORDLESS.test(textAt(layer, 'message'))
}

function isAway(layer: unknown): boolean {
  const codes = [textAt(layer, 'code'), textAt(layer, 'originalCode')]
  return (
    codes.some((code) => AWAY_CODES.test(code)) ||
    AWAY_KINDS.includes(textAt(layer, 'kind')) ||
    AWAY_WORDS.test(textAt(layer, 'message')) ||
    WORDLESS.test(textAt(layer, 'message'))
  )
}

function layersOf(error: unknown): unknown[] {
  const layers: unknown[] = []
  for (let at = error; at !== undefined && at !== null && layers.length < DEEPEST; at = beneath(at)) layers.push(at)
  return layers
}

function describe(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const name = textAt(error, 'name')
  const message = withoutArguments(name, textAt(error, 'message').trim())
  const words = WORDS[textAt(error, 'code')]
  const spoken = name === 'TimeoutError' || name === 'AbortError' ? 'timed out' : words
  if (spoken) return message && !message.includes(spoken) ? `${spoken} (${message})` : spoken
  return name && name !== 'Error' ? [name, message].filter(Boolean).join(': ') : message
}

/** Prisma quotes everything that was to be written, between the call and what is wrong with it. */
function withoutArguments(name: string, message: string): string {
  if (!name.startsWith('PrismaClient')) return message
  const parts = message.split(/\n{2,}/)
  return parts.length > 2 ? `${parts[0]} ${parts.at(-1)}` : message
}

/** The next error down: its cause, the first of several tries, or the error that Prisma's adapter attached. */
function beneath(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  if ('cause' in error && error.cause) return error.cause
  if ('errors' in error && Array.isArray(error.errors)) return error.errors[0]
  if ('meta' in error && typeof error.meta === 'object' && error.meta !== null && 'driverAdapterError' in error.meta) {
    return error.meta.driverAdapterError
  }
  return undefined
}

function textAt(error: unknown, key: string): string {
  if (typeof error !== 'object' || error === null) return ''
  const value = (error as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}
