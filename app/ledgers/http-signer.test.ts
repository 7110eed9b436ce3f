/** A signer that sends nothing, or never ends its answer, is down: nobody waits for it longer than the limit. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openHttpSigner } from './http-signer.server.ts'
import { SignerUnavailable } from './ledger.ts'

const ORDER = { network: 'stellar', chain: 'play', account: 'G', transaction: 'AAAA', message: '00' } as const

test.each<[string, RequestListener]>([
  ['no answer', () => undefined],
  ['half an answer', (_, response) => void response.writeHead(200).write('{ "signature": "00')],
])('%s is none', async (_, listener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const signer = openHttpSigner({ url: `http://127.0.0.1:${port}/sign`, token: 'a token', limitMs: 100 })
    const signing = signer.sign(ORDER)
    await expect(signing).rejects.toBeInstanceOf(SignerUnavailable)
    await expect(signing).rejects.toThrow(/^the signer gave no answer: .*(?:timeout|timed out)/i)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
