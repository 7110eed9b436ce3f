/**
 * A narrow client for Horizon over fetch: every answer has a time limit and is checked against a schema, and the
 * headers stay visible (the SDK hides `Latest-Ledger`, which the proof of expiry needs).
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { LedgerUnavailable } from '../ledger.ts'
import { problemAnswer, rootAnswer } from './answers.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** Horizon ends a stream after 55 seconds by itself; one that stays silent for longer is dead. */
const STREAM_SILENCE_MS = 90_000
const RESTART_MIN_MS = 1_000
const RESTART_MAX_MS = 30_000

export type HorizonSettings = { horizonUrl: string; passphrase: string }

export type Answer<T> = {
  body: T
  /** The ledger whose state the answer shows; null where Horizon does not say. */
  latestLedger: number | null
}

export type Horizon = {
  /** Null when Horizon says 404. Throws LedgerUnavailable for anything else that is not the answer. */
  get<T extends z.ZodType>(path: string, schema: T): Promise<Answer<z.output<T>> | null>
  /** As `get`, where a 404 would be nonsense. */
  read<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>>
  /** Sends a form; returns whatever JSON comes back with any status. Throws LedgerUnavailable without one. */
  post(path: string, form: Record<string, string>): Promise<{ status: number; body: unknown }>
  /** Calls back for each event of a stream and after each restart, for ever, until stopped. */
  stream(path: string, onEvent: () => void): () => void
  close(): void
}

export function openHorizon(settings: HorizonSettings): Horizon {
  const closing = new AbortController()
  let network: Promise<void> | null = null

  /** Once: a Horizon of another network would answer everything and mean none of it. */
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
      throw unavailable(`Horizon serves the network "${found}", not "${settings.passphrase}"`)
    }
  }

  async function ask(path: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
    try {
      const response = await fetch(new URL(`.${path}`, withSlash(settings.horizonUrl)), {
        headers: { accept: 'application/json' },
        ...init,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
      return { response, text: await response.text() }
    } catch (cause) {
      throw unavailable(`Horizon gave no answer to ${path}`, cause)
    }
  }

  const horizon: Horizon = {
    async get(path, schema) {
      await checkNetwork()
      const { response, text } = await ask(path)
      if (response.status === 404) {
        // Only Horizon's own 404 means "no such thing"; a proxy's page does not.
        parse(problemAnswer, null, text, path)
        return null
      }
      return { body: parse(schema, response, text, path), latestLedger: readLatestLedger(response) }
    },
    async read(path, schema) {
      const answer = await horizon.get(path, schema)
      if (answer === null) throw unavailable(`Horizon does not know ${path}`)
      return answer.body
    },
    async post(path, form) {
      await checkNetwork()
      const { response, text } = await ask(path, { method: 'POST', body: new URLSearchParams(form) })
      return { status: response.status, body: parseJson(text, path) }
    },
    stream(path, onEvent) {
      const stopped = new AbortController()
      const signal = AbortSignal.any([closing.signal, stopped.signal])
      void keepStreaming(path, onEvent, signal)
      return () => stopped.abort()
    },
    close: () => closing.abort(),
  }

  async function keepStreaming(path: string, onEvent: () => void, signal: AbortSignal): Promise<void> {
    let pause = RESTART_MIN_MS
    while (!signal.aborted) {
      const isOpen = await readStream(path, onEvent, signal)
      pause = isOpen ? RESTART_MIN_MS : Math.min(pause * 2, RESTART_MAX_MS)
      // An aborted pause is the stop that the loop's condition sees.
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** One connection, from opening to its end, whatever ends it. True when it had been open. */
  async function readStream(path: string, onEvent: () => void, signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController()
    const watchdog = setTimeout(() => silence.abort(), STREAM_SILENCE_MS)
    let isOpen = false
    try {
      const response = await fetch(new URL(`.${path}`, withSlash(settings.horizonUrl)), {
        headers: { accept: 'text/event-stream' },
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if (!response.ok || response.body === null) return false
      isOpen = true
      // What arrived while no stream was open will not be told again.
      onEvent()
      const decoder = new TextDecoder()
      const reader = response.body.getReader()
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        watchdog.refresh()
        // A record is the only thing in a stream with a brace; "hello" and "byebye" have none.
        if (decoder.decode(chunk.value, { stream: true }).includes('{')) onEvent()
      }
      return isOpen
    } catch {
      // A stream only wakes its reader: why it ended changes nothing, the next one is opened either way.
      return isOpen
    } finally {
      clearTimeout(watchdog)
      silence.abort()
    }
  }

  return horizon
}

export function unavailable(message: string, cause?: unknown): LedgerUnavailable {
  return new LedgerUnavailable('stellar', message, { cause })
}

function parse<T extends z.ZodType>(schema: T, response: Response | null, text: string, path: string): z.output<T> {
  if (response !== null && !response.ok) throw unavailable(`Horizon answered ${response.status} to ${path}`)
  const answer = schema.safeParse(parseJson(text, path))
  if (!answer.success) throw unavailable(`Horizon's answer to ${path} is not what it should be`, answer.error)
  return answer.data
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unavailable(`Horizon's answer to ${path} is not JSON`, cause)
  }
}

function readLatestLedger(response: Response): number | null {
  const header = response.headers.get('latest-ledger')
  return header !== null && /^\d{1,10}$/.test(header) ? Number(header) : null
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
