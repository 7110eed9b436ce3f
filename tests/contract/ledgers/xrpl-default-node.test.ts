/** A rippled in default configuration does not say which network it serves: it is refused, naming the missing lines. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openXrplLedger } from '#app/ledgers/xrpl.server.ts'

/** The answer of rippled 2.2.0 to server_info, with the fields that are read here. Nothing else is asked of it. */
const INFO = { build_version: '2.2.0', complete_ledgers: '2-152', server_state: 'full', validation_quorum: 1 }

let server: WebSocketServer

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    socket.on('message', (message) => {
      const { id, command } = JSON.parse(String(message)) as { id: number; command: string }
      const answer =
        command === 'server_info'
          ? { status: 'success', result: { info: INFO } }
          : { status: 'error', error: 'unknownCmd' }
      socket.send(JSON.stringify({ id, type: 'response', ...answer }))
    })
  })
  await once(server, 'listening')
})
afterAll(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

test('it is told as of another network, with the two lines of its configuration, to the start and to the log', async () => {
  const errors: object[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => errors.push(facts) }
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ledger = openXrplLedger({ urls: [url], networkId: 0, ownAccounts: [], log })
  try {
    const lines = 'the two lines “[network_id]” and “0” into its configuration file (rippled.cfg or xrpld.cfg)'
    expect(await ledger.servedNetwork()).toEqual({ is: 'other', words: expect.stringContaining(lines) })
    expect(errors).toEqual([expect.objectContaining({ cause: expect.stringContaining(lines) })])
  } finally {
    await ledger.close()
  }
})
