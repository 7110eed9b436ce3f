/**
 * A narrow client for one Horizon over fetch. Every answer has a time limit and a schema, and headers stay visible: the
 * SDK hides `Latest-Ledger`, which the proof of expiry needs.
 */
import type { z } from 'zod'
import type { Conduct } from '../../endpoints.server.ts'
import { HistoryDoubted, LedgerUnavailable, LedgerUnreadable } from '../../ledger.ts'
import { problemAnswer, rootAnswer, submissionAnswer } from '../answers.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** Horizon itself ends a stream after 55 seconds; one that is silent for longer is dead. */
const STREAM_SILENCE_MS = 90_000

export type Answer<T> = {
  body: T
  /** The ledger whose state the answer shows; null where Horizon does not say. */
  latestLedger: number | null
}

export type Horizon = {
  /** Null: Horizon says 404, or 410 (before its history). Throws LedgerUnavailable for any other failure. */
  get<T extends z.ZodType>(path: string, schema: T): Promise<Answer<z.output<T>> | null>
  /** As `get`; a 404 throws LedgerUnavailable, too. */
  read<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>>
  /** Posts a form; returns the JSON of any status. Throws LedgerUnavailable when the answer has no verdict. */
  post(path: string, form: Record<string, string>): Promise<{ status: number; body: unknown }>
}

export type HorizonServer = Horizon & {
  /** One stream connection until its end. Calls `onEvent` when it opens and for each event. */
  follow(path: string, onEvent: () => void, signal: AbortSignal): Promise<'was_open' | 'never_open'>
  close(): void
}

export function openHorizon(settings: { url: string; passphrase: string; conduct: Conduct }): HorizonServer {
  const { conduct } = settings
  const closing = new AbortController()
  let network: Promise<void> | null = null

  /** Checked once: a Horizon of another network would answer every request with wrong data. */
  function checkNetwork(): Promise<void> {
    network ??= readNetwork().catch((error: unknown) => {
      network = null
      throw error
    })
    return network
  }

  async function readNetwork(): Promise<void> {
    const { response, text } = await ask('/')
    const { network_passphrase: found } = parse(rootAnswer, response, text, '/')
    if (found !== settings.passphrase) {
      const message = `Horizon serves the network "${found}", not "${settings.passphrase}"`
      throw new HistoryDoubted('stellar', 'other_network', message)
    }
  }

  async function ask(path: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
    try {
      const response = await fetch(addressOf(path), {
        headers: { accept: 'application/json' },
        ...init,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
      hearWish(response)
      return { response, text: await response.text() }
    } catch (cause) {
      throw unavailable(`Horizon gave no answer to ${path}`, cause)
    }
  }

  function addressOf(path: string): URL {
    return new URL(`.${path}`, settings.url.endsWith('/') ? settings.url : `${settings.url}/`)
  }

  function hearWish({ ok, headers }: Response): void {
    const wish = readSeconds(headers.get('retry-after'))
    if (!ok && wish !== null) conduct.askedForRest(wish * 1_000)
    // The reset time is when the whole limit is restored: one request passes long before.
    const whole = readSeconds(headers.get('x-ratelimit-reset'))
    if (headers.get('x-ratelimit-remaining') === '0' && whole !== null) conduct.spent(whole * 1_000)
  }

  async function observed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await checkNetwork()
      const result = await work()
      conduct.answered()
      return result
    } catch (error) {
      if (!closing.signal.aborted) conduct.failed(error)
      throw error
    }
  }

  const horizon: HorizonServer = {
    get: (path, schema) =>
      observed(async () => {
        const { response, text } = await ask(path)
        if (response.status === 404 || response.status === 410) {
          // Only Horizon's own 404 means "no such thing"; a proxy's page does not.
          parse(problemAnswer, null, text, path)
          return null
        }
        return { body: parse(schema, response, text, path), latestLedger: readLatestLedger(response) }
      }),
    async read(path, schema) {
      const answer = await horizon.get(path, schema)
      if (answer === null) throw unavailable(`Horizon does not know ${path}`)
      return answer.body
    },
    post: (path, form) =>
      observed(async () => {
        const { response, text } = await ask(path, { method: 'POST', body: new URLSearchParams(form) })
        const body = parseJson(text, path)
        // Without a verdict another server may have one; the same bytes may go to any of them.
        const isTrouble = response.status === 429 || response.status >= 500
        if (isTrouble && !submissionAnswer.safeParse(body).success) {
          throw unavailable(`Horizon answered ${response.status} to ${path}`)
        }
        return { status: response.status, body }
      }),
    async follow(path, onEvent, signal) {
      const silence = new AbortController()
      const watchdog = setTimeout(() => silence.abort(), STREAM_SILENCE_MS)
      let state: 'was_open' | 'never_open' = 'never_open'
      try {
        await checkNetwork()
        const response = await fetch(addressOf(path), {
          headers: { accept: 'text/event-stream' },
          signal: AbortSignal.any([closing.signal, signal, silence.signal]),
        })
        hearWish(response)
        if (!response.ok || response.body === null) throw unavailable(`Horizon answered ${response.status} to ${path}`)
        state = 'was_open'
        // Events from before the stream opened are not replayed.
        onEvent()
        const decoder = new TextDecoder()
        const reader = response.body.getReader()
        for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
          watchdog.refresh()
          // In a stream only records contain a brace; "hello" and "byebye" have none.
          if (decoder.decode(chunk.value, { stream: true }).includes('{')) onEvent()
        }
      } catch (error) {
        // A stream is only a wake-up: the next one opens either way, on another server if there is one.
        if (!signal.aborted && !closing.signal.aborted) conduct.failed(error)
      } finally {
        clearTimeout(watchdog)
        silence.abort()
      }
      return state
    },
    close: () => closing.abort(),
  }
  return horizon
}

export function unavailable(message: string, cause?: unknown): LedgerUnavailable {
  return new LedgerUnavailable('stellar', message, { cause })
}

export function unreadable(message: string, cause?: unknown): LedgerUnreadable {
  return new LedgerUnreadable('stellar', message, { cause })
}

function parse<T extends z.ZodType>(schema: T, response: Response | null, text: string, path: string): z.output<T> {
  if (response !== null && !response.ok) throw unavailable(`Horizon answered ${response.status} to ${path}`)
  const answer = schema.safeParse(parseJson(text, path))
  if (!answer.success) throw unreadable(`Horizon's answer to ${path} is not what it should be`, answer.error)
  return answer.data
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(`Horizon's answer to ${path} is not JSON`, cause)
  }
}

function readLatestLedger(response: Response): number | null {
  const header = response.headers.get('latest-ledger')
  return header !== null && /^\d{1,10}$/.test(header) ? Number(header) : null
}

/** The date form of Retry-After is not used by Horizon or the proxies before it. */
function readSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
