/**
 * Reads what a refused request still sends. An answer may precede the body: too large, not ours, not allowed. Node
 * leaves the rest in the connection, where the next request of the browser or proxy waits until it is cut.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** A client that sends more than this after the answer is cut off. Bytes. */
const MOST = 256 * 1024 * 1024

/** Call it once, where the process begins. */
export function discardUnreadBodies(): void {
  subscribe('http.server.response.finish', (message) => {
    if (isAboutRequest(message) && !message.request.readableEnded) discard(message.request)
  })
}

function discard(request: IncomingMessage): void {
  let size = 0
  // Earlier readers would go on keeping the bytes.
  request.removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST) request.destroy()
  })
  request.resume()
}

function isAboutRequest(message: unknown): message is { request: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message
}
