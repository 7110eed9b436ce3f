/**
 * Answers that cannot be given now, and can in a minute: 503 with Retry-After, whoever makes them (decision 103). The
 * reason is in the request's line of the log. A guard that refuses for such a reason throws `unavailable(why)`.
 */
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { isUnavailable, UNAVAILABLE_HEADER, type Unavailable } from '#app/kernel/domain/answers/unavailable.ts'
import { readForm } from '#app/kernel/web/forms/read-form.server.ts'
import { typedForm } from '#app/kernel/web/forms/typed-form.server.ts'
import { changesNothing } from '#app/kernel/web/http/origin.server.ts'
import { addToLogContext, logContext } from '#app/log-context.server.ts'

const RETRY_AFTER_S = '60'
/** Files are read to their end and dropped, because the fields follow them. Bytes. */
const MOST_READ = 64 * 1024 * 1024
/** An action's answer without data, as Remix sends it (turbo-stream): the page keeps all that was typed. */
const NO_ANSWER = '[{"_1":-5},"data"]\n'

export function noteUnavailable(why: Unavailable): void {
  addToLogContext({ unavailable: why })
}

/** Call it once, after requests are named: gives every such answer its status and its headers. */
export function headUnavailable(): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: unknown }
    if (!(response instanceof ServerResponse)) return
    const context = logContext()
    onHeaders(response, () => {
      // An error that became a sentence on its page is an answer.
      if (!isUnavailable(context.unavailable) || response.statusCode < 500) return
      response.statusCode = 503
      response.statusMessage = 'Service Unavailable'
      response.setHeader('Retry-After', RETRY_AFTER_S)
      response.setHeader(UNAVAILABLE_HEADER, context.unavailable)
      response.setHeader('Cache-Control', 'no-store')
    })
  })
}

/** Why the answer with this status cannot be given now; null: it can. */
function whyUnavailable(status: number): Unavailable | null {
  const { unavailable: why } = logContext()
  return status >= 500 && isUnavailable(why) ? why : null
}

/** To be thrown: Remix renders its page, with what was typed when a form was sent. */
export async function answerUnavailable(
  why: Unavailable,
  of: { request: Request; publicOrigin: string },
): Promise<Response> {
  noteUnavailable(why)
  const read = (request: Request) => readForm(request, { maxTotalBytes: MOST_READ })
  const form = await typedForm(of.request, { publicOrigin: of.publicOrigin, read })
  return Response.json({ unavailable: why, form }, { status: 503, statusText: 'Service Unavailable' })
}

/** Throws `unavailable` when a page failed for such a reason: Remix would render an error of ours. */
export async function assertAvailable(status: number, of: { request: Request; publicOrigin: string }): Promise<void> {
  const why = status === 503 ? null : whyUnavailable(status)
  if (why) throw await answerUnavailable(why, of)
}

/** The answer to the browser's router. A form stays on its page: its answer has no data. */
export function dataUnlessUnavailable(response: Response, { method }: Request): Response {
  if (whyUnavailable(response.status) === null || changesNothing(method)) return response
  const headers = { 'Content-Type': 'text/x-script', 'X-Remix-Response': 'yes' }
  return new Response(NO_ANSWER, { status: 503, headers })
}
