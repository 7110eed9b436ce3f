/** JSON-RPC by POST: one request, one answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DispatchSettings, dispatch } from '#harbour/rippled/dispatch.ts'
import { readRpc } from '#harbour/rippled/rpc/envelope.ts'

export const LARGEST_MESSAGE = 1024 * 1024
export const HTML_PAGE = '<!doctype html><title>Just a moment…</title><p>Checking your connection.'

export async function answerHttp(
  settings: DispatchSettings,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming)
  const request = body === null ? null : readRpc(body)
  if (request === null) {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Unable to parse request')
    return
  }
  const outcome = await dispatch(settings, request, null)
  switch (outcome.kind) {
    case 'hang_up':
      response.destroy()
      break
    case 'threshold':
      response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Server is overloaded')
      break
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(HTML_PAGE)
      break
    default:
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(outcome.body))
  }
}

/** Null: larger than any request. */
async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size <= LARGEST_MESSAGE) chunks.push(chunk)
  }
  return size > LARGEST_MESSAGE ? null : Buffer.concat(chunks).toString('utf8')
}
