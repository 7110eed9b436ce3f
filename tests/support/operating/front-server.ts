/** The web app's health check behind a proxy over HTTP: the route answers, the proxy does what the test says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: Request) => Promise<Response>

export type FrontServer = {
  origin: string
  /** How the proxy changes a visitor's headers. */
  passOn: (headers: Headers) => void
  answer: Answer
  /** The refusal's status before a body of that many bytes is read; null: it is read. */
  refuseBody: (bytes: number) => number | null
  close(): Promise<void>
}

export async function startFrontServer(): Promise<FrontServer> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    front.passOn(headers)
    const response = await front.answer(new Request(`${front.origin}${incoming.url ?? '/'}`, { headers }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
  // Otherwise Node itself asks for the body before the proxy decides.
  server.on('checkContinue', (incoming, outgoing) => {
    const refusal = front.refuseBody(Number(incoming.headers['content-length'] ?? 0))
    if (refusal === null) outgoing.writeContinue()
    else outgoing.writeHead(refusal, { Connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: FrontServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passOn: () => undefined,
    refuseBody: () => null,
    answer: async () => new Response('nobody has said what to answer', { status: 500 }),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return front
}
