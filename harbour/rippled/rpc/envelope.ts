/** Requests and answers on the wire: WebSocket frames and JSON-RPC bodies. */
import { z } from 'zod'
import type { Answer } from '#harbour/rippled/rpc/errors.ts'
import type { ApiVersion } from './subscriber.ts'

const RequestSchema = z.looseObject({ command: z.string() })
const RpcSchema = z.object({ method: z.string(), params: z.array(z.looseObject({})).max(1).default([]) })

/** How a WebSocket frame or a JSON-RPC body wraps its answer. */
export type Request = {
  command: string
  params: Record<string, unknown>
  succeed(result: Answer): Answer
  fail(error: Answer): Answer
}

/** `malformed`: the answer to a frame that is not a request. */
export function readFrame(text: string): Request | { malformed: Answer } {
  const frame = parsed(text)
  if (frame === undefined) return { malformed: { type: 'error', error: 'jsonInvalid', value: text } }
  const request = RequestSchema.safeParse(frame)
  if (!request.success) {
    return {
      malformed: { ...echoed(frame), error: 'missingCommand', status: 'error', type: 'response', request: frame },
    }
  }
  const { command, ...params } = request.data
  const echo = echoed(request.data)
  return {
    command,
    params,
    succeed: (result) => ({ ...echo, result, status: 'success', type: 'response' }),
    fail: (error) => ({ ...echo, ...error, request: request.data, status: 'error', type: 'response' }),
  }
}

/** Null: not a request, which HTTP answers in plain text. */
export function readRpc(text: string): Request | null {
  const rpc = RpcSchema.safeParse(parsed(text))
  if (!rpc.success) return null
  const { method: command, params } = rpc.data
  const request = { ...params[0], command }
  return {
    command,
    params: { ...params[0] },
    succeed: (result) => ({ result: { ...result, status: 'success' } }),
    fail: (error) => ({ result: { ...error, request, status: 'error' } }),
  }
}

/** Version 1 by default. Null: a version that this server does not support. */
export function apiVersionOf(params: Record<string, unknown>): ApiVersion | null {
  const { api_version: version = 1 } = params
  return version === 1 || version === 2 ? version : null
}

function echoed(frame: unknown): Answer {
  if (typeof frame !== 'object' || frame === null) return {}
  const { id, api_version } = frame as Record<string, unknown>
  return { ...(id === undefined ? {} : { id }), ...(api_version === undefined ? {} : { api_version }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
