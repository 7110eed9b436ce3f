/** A receiver of the alert webhook, in place of a pager. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type Received = { at: Date; text: string }

export type Receiver = {
  url: string
  /** Oldest first. */
  received(): readonly Received[]
  close(): Promise<void>
}

/** Answers every POST with 204. */
export async function startReceiver(): Promise<Receiver> {
  const all: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await json(request).catch(() => null)
    all.push({ at: new Date(), text: JSON.stringify(body) })
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received: () => all,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
