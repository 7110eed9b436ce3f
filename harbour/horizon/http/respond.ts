/** Answers requests, with the active faults applied. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, Faults } from '#harbour/faults.ts'
import { outerHash } from '#harbour/horizon/engine/envelope.ts'
import type { Treatment } from '#harbour/horizon/engine/queue.ts'
import { GENESIS_LEDGER, type Network } from '#harbour/horizon/ledger/network.ts'
import type { View } from '#harbour/horizon/resources/view.ts'
import { type Answer, halAnswer, htmlAnswer, problemAnswer, type Request, readRequest, send } from './answers.ts'
import { type PageRequest, pageResource, parseSlice } from './pages.ts'
import { Problem, submissionTimeout } from './problems.ts'
import { findResource } from './routes.ts'
import { openStream } from './streams.ts'
import { readSubmission, submitAndWait, submitAtOnce } from './submissions.ts'

type House = {
  network: Network
  faults: Faults
  now(): Date
  /** Oldest ledger shown. */
  elder: number
  /** How long a submission waits for its ledger, in milliseconds. */
  patienceMs: number
  /** Aborted when the server stops. */
  stopped: AbortSignal
}

/** Answers one request; never rejects. */
export async function respond(incoming: IncomingMessage, response: ServerResponse, house: House): Promise<void> {
  try {
    const request = await readRequest(incoming)
    await answerWithFaults(request, response, house)
  } catch (error) {
    // The client has gone, or the stand-in is closing: nobody reads an answer.
    if (response.destroyed || house.stopped.aborted) {
      response.destroy()
      return
    }
    if (!(error instanceof Problem)) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    if (response.headersSent) response.destroy()
    else send(response, problemAnswer(error instanceof Problem ? error : new Problem('server_error')), house.now())
  }
}

async function answerWithFaults(request: Request, response: ServerResponse, house: House): Promise<void> {
  const { faults, now, stopped } = house
  const name = `${request.method} ${request.path}`
  const delay = faults.take('horizon', name, ['delay', 'hold'])
  if (delay?.kind === 'delay') await wait(delay.delayMs, undefined, { signal: stopped })
  if (delay?.kind === 'hold') await faults.untilCleared(delay)
  const fault = faults.take('horizon', name, ['drop_before', 'too_many', 'server_error', 'html', 'drop_after'])
  switch (fault?.kind) {
    case 'drop_before':
      response.destroy()
      return
    case 'too_many':
      send(response, { ...problemAnswer(new Problem('rate_limit_exceeded')), headers: RATE_LIMITED }, now())
      return
    case 'server_error':
      send(response, problemAnswer(breakdown(request, house)), now())
      return
    case 'drop_after':
      await settle(request, house)
      response.destroy()
      return
    case 'html':
      await settle(request, house)
      send(response, htmlAnswer(), now())
      return
    default:
      if (request.wantsStream && stream(request, response, house)) return
      send(response, await settle(request, house), now())
  }
}

const RATE_LIMITED = {
  'Retry-After': '1',
  'X-RateLimit-Limit': '101',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': '1',
}

/** Horizon's answer when its core is unreachable: the transaction is not forwarded. */
function breakdown(request: Request, { network }: House): Problem {
  if (request.method !== 'POST') return new Problem('server_error')
  const { raw, envelope } = readSubmission(request, network.passphrase)
  return submissionTimeout(raw, outerHash(envelope))
}

/** Carries out the request. A Problem becomes an answer, too. */
async function settle(request: Request, house: House): Promise<Answer> {
  try {
    return request.method === 'GET' ? read(request, house) : await write(request, house)
  } catch (error) {
    if (error instanceof Problem) return problemAnswer(error)
    throw error
  }
}

function read(request: Request, house: House): Answer {
  const lag = house.faults.take('horizon', `GET ${request.path}`, ['lag'])
  const view = viewOf(request, house, lag)
  const found = findResource(request.path, request.parameters, view)
  const answer = halAnswer(
    found.kind === 'listing' ? pageResource(pageRequest(request), found.listing, view) : found.body,
  )
  const isState = found.kind === 'listing' ? found.listing.state !== undefined : found.isState
  return isState ? { ...answer, headers: { 'Latest-Ledger': view.latest.toString() } } : answer
}

async function write(request: Request, house: House): Promise<Answer> {
  const { network, patienceMs, stopped } = house
  const isPatient = request.path === '/transactions'
  if (request.method !== 'POST' || (!isPatient && request.path !== '/transactions_async')) {
    throw new Problem('not_found')
  }
  const submission = readSubmission(request, network.passphrase)
  const treatment = treatmentOf(request, house)
  if (!isPatient) return submitAtOnce(submission, network, treatment)
  return submitAndWait(submission, { view: viewOf(request, house), treatment, patienceMs, stopped })
}

function treatmentOf({ path }: Request, { faults }: House): Treatment {
  switch (faults.take('horizon', `POST ${path}`, ['provisional_failure', 'never_include'])?.kind) {
    case 'provisional_failure':
      return 'fail'
    case 'never_include':
      return 'never'
    default:
      return 'include'
  }
}

/** Returns false if the path is no listing. A stream always shows the newest ledger. */
function stream(request: Request, response: ServerResponse, house: House): boolean {
  const { now, stopped } = house
  const view = viewOf(request, house)
  const found = findResource(request.path, request.parameters, view)
  if (found.kind !== 'listing') return false
  if (found.listing.state !== undefined) throw new Problem('not_acceptable')
  const slice = parseSlice(pageRequest(request), found.listing, view)
  openStream(response, { listing: found.listing, slice, viewNow: () => viewOf(request, house), now, stopped })
  return true
}

function viewOf({ base }: Request, { network, elder }: House, lag?: Fault): View {
  const latest = Math.max(GENESIS_LEDGER, network.latest - (lag?.lagLedgers ?? 0))
  return { network, latest, elder, base }
}

function pageRequest({ path, parameters, lastEventId }: Request): PageRequest {
  return { path, parameters, lastEventId }
}
