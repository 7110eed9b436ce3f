/** Uploads with a virus scanner: a small clamd of the tests' own, which speaks the real protocol. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ScannerUnavailable, scanForViruses } from '#app/trade/documents/services/virus-scan.server.ts'

const COMMAND = 'zINSTREAM\0'
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

let clamd: Server
let scanned: Buffer = Buffer.alloc(0)
const open = new Set<Socket>()

beforeAll(async () => {
  clamd = createServer((socket) => {
    open.add(socket)
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      // As clamd answers an unknown command: a scan that began otherwise would fail.
      if (!COMMAND.startsWith(bytes.toString('latin1', 0, COMMAND.length))) return void socket.end('UNKNOWN COMMAND\0')
      const content = contentOf(bytes)
      if (content === null) return
      scanned = content
      if (content.includes('too large')) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (content.includes('hang up')) return void socket.end()
      socket.end(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => clamd.close(resolve))
})

/** Returns what was streamed: chunks with their lengths before them, and a zero length. Null: not complete. */
function contentOf(bytes: Buffer): Buffer | null {
  if (bytes.length < COMMAND.length) return null
  const pieces: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const place = () => ({ host: '127.0.0.1', port: (clamd.address() as AddressInfo).port })
const scan = (...pieces: string[]) => scanForViruses(place(), Readable.from(pieces.map((piece) => Buffer.from(piece))))

it('a clean file is read to its end, in whatever pieces it comes', async () => {
  expect(await scan('Bill ', 'of ', 'lading')).toEqual({ found: null })
  expect(scanned.toString()).toBe('Bill of lading')
  const large = 'x'.repeat(5_000_000)
  expect(await scan(large, large)).toEqual({ found: null })
  expect(scanned.length).toBe(10_000_000)
})

it('what is found is called by its name', async () => {
  expect(await scan(`before ${EICAR} after`)).toEqual({ found: 'Eicar-Test-Signature' })
})

it.each([
  ['takes no file of this size', 'too large'],
  ['hangs up', 'hang up'],
])('a scanner that %s has said nothing of the file', async (_, content) => {
  await expect(scan(content)).rejects.toBeInstanceOf(ScannerUnavailable)
})

it('nor has one that is not there', async () => {
  const nowhere = { path: join(tmpdir(), 'there-is-no-scanner.sock') }
  await expect(scanForViruses(nowhere, Readable.from([Buffer.from('a')]))).rejects.toBeInstanceOf(ScannerUnavailable)
})
