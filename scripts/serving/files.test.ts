import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressFiles } from './compress-files.ts'
import { openFiles } from './files.ts'

const SCRIPT = `console.log(${JSON.stringify('quay '.repeat(1_000))})`

let folder: string
let server: ReturnType<typeof createServer>
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  await mkdir(join(folder, 'client', 'assets'), { recursive: true })
  await writeFile(join(folder, 'client', 'assets', 'app-a1.js'), SCRIPT)
  await writeFile(join(folder, 'client', 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'secret.txt'), 'none of theirs')
  await compressFiles(join(folder, 'client'))
  const sendFile = openFiles(join(folder, 'client'))
  server = createServer((request, answer) => {
    if (!sendFile(request, answer)) answer.writeHead(404).end('no file')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })

it('a file is the same however it travels, and is kept for ever under its name', async () => {
  const etags = new Set<string | null>()
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await get('/assets/app-a1.js', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(await answer.text()).toBe(SCRIPT)
    etags.add(answer.headers.get('etag'))
  }
  expect(etags.size).toBe(3)
})

it('who has it already is told so', async () => {
  const first = await get('/icon.svg')
  expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
  const again = await get('/icon.svg', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

it.each([
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/.files.json',
  '/assets',
  '/',
  '/assets/app-a1.js.br',
  '/__proto__',
])('what is not in the list is no file: %s', async (path) => {
  // fetch would normalize the path.
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  expect(answer).toMatch(/^HTTP\/1.1 404/)
  expect(answer).not.toContain('none of theirs')
})
