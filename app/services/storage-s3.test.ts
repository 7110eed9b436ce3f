import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileMissing, type Storage } from './ports.ts'
import { openStorage } from './storage.server.ts'

/** As much of S3's protocol as the store needs, in memory; refuses what Amazon refuses: a file of unstated length. */
let server: Server
let objects: Map<string, { content: Buffer; at: Date }>
let storage: Storage

beforeEach(async () => {
  objects = new Map()
  server = createServer(async (request, response) => {
    const { status, body = '', at = new Date(0) } = await answer(request)
    response
      .writeHead(status, { 'last-modified': at.toUTCString(), 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  storage = await openStorage({
    kind: 's3',
    bucket: 'documents',
    region: 'auto',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

async function answer(request: IncomingMessage): Promise<{ status: number; body?: string | Buffer; at?: Date }> {
  const url = new URL(request.url ?? '/', 'http://s3')
  const key = decodeURIComponent(url.pathname).replace(/^\/documents\/?/, '')
  if (url.searchParams.has('list-type')) return { status: 200, body: listing(url.searchParams.get('prefix') ?? '') }
  if (request.method === 'PUT') {
    const source = request.headers['x-amz-copy-source']
    const copied = source ? objects.get(decodeURIComponent(String(source)).replace(/^\/?documents\//, '')) : undefined
    const sent = await buffer(request)
    if (!copied && request.headers['content-length'] !== String(sent.length)) return { status: 411 }
    objects.set(key, copied ?? { content: sent, at: new Date() })
    return { status: 200, body: copied ? '<CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>' : '' }
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  const found = objects.get(key)
  return found ? { status: 200, body: found.content, at: found.at } : { status: 404 }
}

function listing(prefix: string): string {
  const entries = [...objects].filter(([key]) => key.startsWith(prefix))
  const contents = entries.map(
    ([key, { at, content }]) =>
      `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size><ETag>"a"</ETag></Contents>`,
  )
  return `<ListBucketResult>${contents.join('')}</ListBucketResult>`
}

test('a file of unknown length reaches the bucket whole, moves and goes', async () => {
  const content = Buffer.alloc(200_000, 'Bill of lading ')
  await storage.put('incoming/a', Readable.from([content.subarray(0, 100), content.subarray(100)]))
  expect(objects.get('incoming/a')?.content.equals(content)).toBe(true)

  await storage.move('incoming/a', 'confirmations/t_PackingList-1_a.pdf')
  expect([...objects.keys()]).toEqual(['confirmations/t_PackingList-1_a.pdf'])
  expect(await text(await storage.read('confirmations/t_PackingList-1_a.pdf'))).toBe(content.toString())

  await storage.remove('confirmations/t_PackingList-1_a.pdf')
  expect(objects.size).toBe(0)
})

test('a missing file says so, and may be removed all the same', async () => {
  await expect(storage.read('contracts/none')).rejects.toThrow(FileMissing)
  await expect(storage.remove('contracts/none')).resolves.toBeUndefined()
})

test('a file whose content breaks off leaves nothing behind', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
    { objectMode: false },
  )
  await expect(storage.put('incoming/a', breaking)).rejects.toThrow('connection lost')
  expect(objects.size).toBe(0)
})

test('files that were left lying are found by their age', async () => {
  for (const name of ['incoming/old', 'incoming/new', 'contracts/old']) await storage.put(name, Readable.from(['x']))
  for (const key of ['incoming/old', 'contracts/old']) objects.set(key, { content: Buffer.from('x'), at: new Date(0) })
  expect(await storage.olderThan('incoming', new Date(Date.now() - 3_600_000))).toEqual(['incoming/old'])
})
