/** The server's WebSockets: requests, answers, pushed messages, and the limits for guests. */
import type { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { type DispatchSettings, dispatch } from '#harbour/rippled/dispatch.ts'
import { HTML_PAGE, LARGEST_MESSAGE } from '#harbour/rippled/http.ts'
import { readFrame } from '#harbour/rippled/rpc/envelope.ts'
import type { Streams } from '#harbour/rippled/streams.ts'

/** Request limit of a guest. Real servers weigh requests and forget them with time; here they are counted. */
export type GuestLimit = {
  /** From this request on answers carry a warning. */
  warnAt: number
  /** This request is not answered: the socket is closed. */
  closeAt: number
  /** New sockets are closed for so long, too; then the count restarts. */
  refusedMs: number
}

export type Sockets = {
  terminateAll(): void
}

/** WebSocket close code of a policy violation. */
const POLICY = 1008
const TOO_MUCH = 'threshold exceeded'

export function serveSockets(
  settings: DispatchSettings,
  streams: Streams,
  on: { server: ReturnType<typeof createServer>; guestLimit: GuestLimit | null },
): Sockets {
  const { guestLimit } = on
  const sockets = new WebSocketServer({ server: on.server, maxPayload: LARGEST_MESSAGE })
  let asked = 0
  /** Guests are refused until then, by the machine's clock: they wait in real time. */
  let refusedUntil = 0

  const turnAway = (socket: WebSocket) => socket.close(POLICY, TOO_MUCH)
  const isRefused = () =>
    performance.now() < refusedUntil || settings.faults.take('rippled', 'connect', ['too_many']) !== undefined

  function serve(socket: WebSocket): void {
    const send = (message: unknown) => {
      if (socket.readyState === socket.OPEN)
        socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    }
    // A client that disconnects within a frame is no error; the close follows.
    socket.on('error', () => socket.terminate())
    if (isRefused()) {
      turnAway(socket)
      return
    }
    const subscriber = streams.join(send)
    socket.on('close', () => streams.leave(subscriber))
    socket.on('message', async (data) => {
      const request = readFrame(String(data))
      if ('malformed' in request) return send(request.malformed)
      asked += 1
      if (guestLimit !== null && asked >= guestLimit.closeAt) {
        refusedUntil = performance.now() + guestLimit.refusedMs
        asked = 0
        return turnAway(socket)
      }
      const isWarned = guestLimit !== null && asked >= guestLimit.warnAt
      const outcome = await dispatch(settings, request, subscriber)
      switch (outcome.kind) {
        case 'hang_up':
          return socket.terminate()
        case 'threshold':
          return turnAway(socket)
        case 'html':
          return send(HTML_PAGE)
        default:
          send(isWarned ? { ...outcome.body, warning: 'load' } : outcome.body)
      }
    })
  }

  sockets.on('connection', serve)
  return {
    terminateAll() {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}
