/** HTTP below the level of pages: one connection, as a browser or a proxy keeps it. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

export function openConnection(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async ask({ body, path, method }: { method: string; path: string; body?: Buffer }) {
      const sending = request(origin + path, { agent, method, timeout: 3_000 })
      sending.on('timeout', () => sending.destroy(new Error('no answer')))
      sending.end(body)
      const [answer] = (await once(sending, 'response')) as [IncomingMessage]
      const { localPort: port } = answer.socket
      await once(answer.resume(), 'end')
      return { status: answer.statusCode, port }
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
    },
  }
}
