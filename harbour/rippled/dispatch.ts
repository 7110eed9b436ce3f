/** Answers requests, with the active fault applied. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultKind, Faults } from '#harbour/faults.ts'
import type { Fates } from '#harbour/rippled/fates.ts'
import type { Node } from '#harbour/rippled/ledger/node.ts'
import { aboutValidated, CLIO_COMMANDS, CLIO_WARNING, isPassedOn } from '#harbour/rippled/rpc/clio.ts'
import type { Command } from '#harbour/rippled/rpc/command.ts'
import { ADMIN_COMMANDS, COMMANDS } from '#harbour/rippled/rpc/commands.ts'
import { apiVersionOf, type Request } from '#harbour/rippled/rpc/envelope.ts'
import { type Answer, RequestRefused, refused } from '#harbour/rippled/rpc/errors.ts'
import { scopeOf } from '#harbour/rippled/rpc/scope.ts'
import type { Subscriber } from '#harbour/rippled/rpc/subscriber.ts'

export type Outcome =
  | { kind: 'answer'; body: Answer }
  /** Close the connection without an answer. */
  | { kind: 'hang_up' }
  /** The client sends too much. */
  | { kind: 'threshold' }
  /** An HTML page of something between the client and the server. */
  | { kind: 'html' }

export type Flavour = 'rippled' | 'clio'

export type DispatchSettings = {
  node: Node
  networkId: number
  announcesNetwork: boolean
  flavour: Flavour
  port: number
  historyFloor: number
  now: () => Date
  startedAt: Date
  faults: Faults
  fates: Fates
}

/** Faults that hit a request whatever its command. */
const TRANSPORT_FAULTS: readonly FaultKind[] = [
  'drop_before',
  'drop_after',
  'delay',
  'hold',
  'too_many',
  'server_error',
  'too_busy',
  'html',
]

export async function dispatch(
  settings: DispatchSettings,
  request: Request,
  subscriber: Subscriber | null,
): Promise<Outcome> {
  const fault = settings.faults.take('rippled', request.command, TRANSPORT_FAULTS)
  switch (fault?.kind) {
    case 'drop_before':
      return { kind: 'hang_up' }
    case 'drop_after':
      answer(settings, request, subscriber)
      return { kind: 'hang_up' }
    case 'too_many':
      return { kind: 'threshold' }
    case 'too_busy':
      return { kind: 'answer', body: request.fail(refused('tooBusy').body) }
    case 'server_error':
      return { kind: 'answer', body: request.fail(outOfSync(request).body) }
    case 'html':
      return { kind: 'html' }
    case 'delay':
      await wait(fault.delayMs, undefined, { ref: false })
      break
    case 'hold':
      await settings.faults.untilCleared(fault)
  }
  return { kind: 'answer', body: answer(settings, request, subscriber) }
}

/** A server that has lost the network; the name of the error depends on the API version. */
function outOfSync({ params }: Request): RequestRefused {
  return refused(apiVersionOf(params) === 2 ? 'notSynced' : 'noNetwork')
}

function answer(settings: DispatchSettings, request: Request, subscriber: Subscriber | null): Answer {
  return { ...bareAnswer(settings, request, subscriber), ...flavouring(settings, request) }
}

function bareAnswer(settings: DispatchSettings, request: Request, subscriber: Subscriber | null): Answer {
  try {
    return request.succeed(resultOf(settings, request, subscriber))
  } catch (error) {
    if (error instanceof RequestRefused) return request.fail(error.body)
    report(error)
    return request.fail(refused('internal').body)
  }
}

/** Fields that a server of this kind adds to each answer. */
function flavouring({ flavour }: DispatchSettings, { command: name, params }: Request): Answer {
  if (flavour === 'rippled') return {}
  return { ...(isPassedOn(name, params) ? { forwarded: true } : {}), warnings: [CLIO_WARNING] }
}

/** Logs an error of this server itself. */
export function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}

function resultOf(settings: DispatchSettings, request: Request, subscriber: Subscriber | null): Answer {
  const { command: name, params } = request
  if (ADMIN_COMMANDS.includes(name)) throw refused('forbidden')
  const handler = COMMANDS.get(name)
  if (handler === undefined) throw refused('unknownCmd')
  const apiVersion = apiVersionOf(params)
  if (apiVersion === null) throw new RequestRefused({ error: 'invalid_API_version' })
  const lag = name === 'submit' ? undefined : settings.faults.take('rippled', name, ['lag'])
  const command: Command = {
    params,
    apiVersion,
    node: settings.node,
    networkId: settings.networkId,
    announcesNetwork: settings.announcesNetwork,
    port: settings.port,
    scope: scopeOf(settings.node, { historyFloor: settings.historyFloor, lag: lag?.lagLedgers ?? 0 }),
    now: settings.now,
    startedAt: settings.startedAt,
    fateOf: settings.fates.fateOf,
    subscriber,
  }
  if (settings.flavour === 'rippled' || isPassedOn(name, params)) return handler(command)
  return CLIO_COMMANDS.get(name)?.(command) ?? handler(aboutValidated(command))
}
