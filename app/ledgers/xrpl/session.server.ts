/**
 * One connection to rippled, from opening to its end. The library's own reconnection tries once and restores no
 * subscription, so an ended session is discarded and a new one opened.
 */
import { Client, RippledError, TimeoutError } from 'xrpl'
import { z } from 'zod'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Conduct } from '../endpoints.server.ts'
import { HistoryDoubted, LedgerUnavailable } from '../ledger.ts'
import { serverInfoAnswer, subscribeLedgerAnswer } from './answers.ts'
import { networkComplaint } from './network-complaint.ts'
import { fromDrops } from './payments.ts'

const OPEN_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 1_000
/** The library's heartbeat reconnects without notice when it fails: this delay disables it. */
const NO_HEARTBEAT_MS = 2_147_483_647

/** Errors that concern the server and not the request. */
const SESSION_FAILURES = [
  'slowDown',
  'tooBusy',
  'noNetwork',
  'noCurrent',
  'noClosed',
  'notSynced',
  'amendmentBlocked',
  'internal',
]

export type SessionSettings = { url: string; networkId: number; conduct: Conduct }

/** The server's refusal of one request, by rippled's error name ('actNotFound', 'txnNotFound'). */
export type LedgerDenial = { denied: string }

export type Session = {
  /** The checked result. Throws LedgerUnavailable, also for every refusal. */
  ask<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>>
  /** As `ask`, but returns a refusal with one of these names. */
  askOr<T extends z.ZodType>(
    request: Request,
    schema: T,
    denials: readonly string[],
  ): Promise<z.output<T> | LedgerDenial>
  /** The reserves that the network demands, in XRP; voted values that may change with any ledger. */
  reserves(): { base: Decimal; perObject: Decimal }
  onLedger(listener: () => void): void
  onTransaction(listener: () => void): void
  /** Settles when the connection is no longer usable, whatever the reason. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

type Request = { command: string } & Record<string, unknown>

const resultAnswer = z.object({ result: z.unknown() })
const denialAnswer = z.looseObject({ error: z.string() })

/** Connects, checks the network and follows the ledgers. Throws LedgerUnavailable. */
export async function openXrplSession(settings: SessionSettings): Promise<Session> {
  const client = new Client(settings.url, { timeout: NO_HEARTBEAT_MS, connectionTimeout: OPEN_TIMEOUT_MS })
  let state: 'opening' | 'open' | 'closed' = 'opening'
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const broken = ended.then(() => {
    throw unavailable('the connection to rippled ended')
  })
  // Nobody may be waiting when it ends.
  broken.catch(() => undefined)
  client.on('disconnected', () => end())
  // Unreadable messages and "slowDown" arrive only here, without a request id.
  client.on('error', () => end())

  async function disconnect(): Promise<void> {
    end()
    // disconnect() does not settle while the socket is still connecting.
    const closing = client.disconnect().catch(() => undefined)
    await Promise.race([closing, pause(CLOSE_TIMEOUT_MS)])
  }
  void ended.then(disconnect)

  /** Null while opening, which reports its own result, and after closing. */
  function tell(): Conduct | null {
    return state === 'open' ? settings.conduct : null
  }

  async function askRaw(request: Request): Promise<unknown> {
    // Without api_version a server answers in version 1, whose fields and range rules differ.
    const answer = client.connection.request({ ...request, api_version: 2 }, ANSWER_TIMEOUT_MS)
    answer.catch((error: unknown) => {
      // After a request without answer for this long the connection is not used again.
      if (error instanceof TimeoutError) end()
    })
    return Promise.race([answer, broken])
  }

  async function askOr<T extends z.ZodType>(
    request: Request,
    schema: T,
    denials: readonly string[],
  ): Promise<z.output<T> | LedgerDenial> {
    const answer = await askRaw(request).catch((cause: unknown) => {
      const denial = cause instanceof RippledError ? denialAnswer.safeParse(cause.data).data : undefined
      if (denial !== undefined && denials.includes(denial.error)) {
        return { denied: denial.error }
      }
      const failure =
        cause instanceof LedgerUnavailable
          ? cause
          : unavailable(`rippled did not answer ${request.command}: ${denial?.error ?? cause}`, cause)
      if (denial === undefined || SESSION_FAILURES.includes(denial.error)) tell()?.failed(failure)
      throw failure
    })
    if (isDenied(answer)) return answer
    const parsed = schema.safeParse(resultAnswer.safeParse(answer).data?.result)
    if (!parsed.success) {
      const failure = unavailable(`rippled's answer to ${request.command} is not what it should be`, parsed.error)
      tell()?.failed(failure)
      throw failure
    }
    tell()?.answered()
    return parsed.data
  }

  async function ask<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
    return (await askOr(request, schema, [])) as z.output<T>
  }

  try {
    // Not client.connect(): it requests server_info itself and prints its failure on the console.
    await Promise.race([client.connection.connect(), broken])
    const { info } = await ask({ command: 'server_info' }, serverInfoAnswer)
    const complaint = networkComplaint({ served: info.network_id, wanted: settings.networkId })
    if (complaint !== null) throw new HistoryDoubted('xrpl', 'other_network', complaint)
    let reserves = await ask({ command: 'subscribe', streams: ['ledger'] }, subscribeLedgerAnswer)
    client.on('ledgerClosed', (ledger) => {
      const current = subscribeLedgerAnswer.safeParse(ledger)
      if (current.success) reserves = current.data
    })
    state = 'open'
    settings.conduct.answered()
    return {
      ask,
      askOr,
      reserves: () => ({
        base: fromDrops(String(reserves.reserve_base)),
        perObject: fromDrops(String(reserves.reserve_inc)),
      }),
      onLedger: (listener) => void client.on('ledgerClosed', listener),
      onTransaction: (listener) => void client.on('transaction', listener),
      ended,
      close() {
        state = 'closed'
        return disconnect()
      },
    }
  } catch (cause) {
    const failure = cause instanceof LedgerUnavailable ? cause : unavailable('rippled cannot be reached', cause)
    settings.conduct.failed(failure)
    await disconnect()
    throw failure
  }
}

export function isDenied(answer: unknown): answer is LedgerDenial {
  return typeof answer === 'object' && answer !== null && 'denied' in answer
}

export function unavailable(message: string, cause?: unknown): LedgerUnavailable {
  return new LedgerUnavailable('xrpl', message, { cause })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
