/** What went wrong, in one line: an error with the causes beneath it, down to what the network said, in words. */

/** The codes that Node, undici and PostgreSQL give, as somebody would say them who is woken by them. */
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
/** Without a code: pg's words for a connection that broke, Prisma's for a database that cannot be reached. */
const WORDLESS = /Connection terminated|Can't reach database server|DatabaseNotReachable/
const DEEPEST = 6
const LONGEST = 400

/** One line without a stack. Never empty. */
export function causeOf(error: unknown): string {
  const said: string[] = []
  for (let at: unknown = error, depth = 0; at !== undefined && at !== null && depth < DEEPEST; depth += 1) {
    const words = describe(at)
    // Wrapping an error often repeats it.
    if (words && !said.some((earlier) => earlier.includes(words))) said.push(words)
    at = beneath(at)
  }
  return (said.join(': ') || 'an error without words').replace(/\s+/g, ' ').slice(0, LONGEST)
}

/** Errors of the ports by which the world says that it does not answer just now. */
const PASSING = ['LedgerUnavailable', 'MarketUnavailable', 'StorageTrouble', 'TurnstileUnavailable']

/** Is it what the world does to us, and mends by itself? All else a person has to look at. */
export function passesByItself(error: unknown): boolean {
  return PASSING.includes(textAt(error, 'name')) || isNetworkTrouble(error)
}

/** Did the network, or a database that comes and goes, cause it? Then it passes by itself. */
function isNetworkTrouble(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at !== undefined && at !== null && depth < DEEPEST; depth += 1) {
    if (textAt(at, 'code') in WORDS || WORDLESS.test(textAt(at, 'message'))) return true
    at = beneath(at)
  }
  return false
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

/** Prisma quotes, between what was called and what is wrong with it, everything that was to be written. */
function withoutArguments(name: string, message: string): string {
  if (!name.startsWith('PrismaClient')) return message
  const parts = message.split(/\n{2,}/)
  return parts.length > 2 ? `${parts[0]} ${parts.at(-1)}` : message
}

/** The next error down: its cause, the first of several tries, or what Prisma's adapter keeps beside it. */
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
