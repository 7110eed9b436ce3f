/** Uploads through whole forms with a virus scanner that finds something, is silent, or answers something else. */
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { escrowOf, type Person, paidBuyer, seller, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, guardFields, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

/** clamd at the network's edge: sends `answer` when a file is complete; null: closes without an answer. */
let clamd: Server
let answer: string | null
let scans: number
const open = new Set<Socket>()

let world: World
let isInstalled = false
let buyer: Person
let vendor: Person

beforeAll(async () => {
  clamd = createServer((socket) => {
    open.add(socket)
    let sent = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk) => {
      sent = Buffer.concat([sent, chunk])
      // INSTREAM ends with a zero length.
      if (!sent.subarray(-4).equals(Buffer.alloc(4))) return
      scans += 1
      if (answer === null) socket.end()
      else socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve))
  world = await openWorld()
  buyer = await paidBuyer(world)
  vendor = await seller(world)
})
beforeEach(() => {
  answer = 'stream: OK\0'
  scans = 0
})
afterAll(async () => {
  await closeLimits()
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => clamd.close(resolve))
  await world?.[Symbol.asyncDispose]()
})

async function closeLimits(): Promise<void> {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
}

const place = () => `127.0.0.1:${(clamd.address() as AddressInfo).port}`

type Forms = {
  submit: typeof import('#app/trade/opening/routes/submit/route.tsx')
  confirm: typeof import('#app/trade/documents/routes/seller-confirm/route.tsx')
}

async function install(settings: Record<string, string>): Promise<Forms> {
  // The previous installation's modules keep a pool of their own.
  if (isInstalled) await closeLimits()
  isInstalled = true
  vi.resetModules()
  setRuntime(world, { CAPTCHA_FASTEST_MS: '0', ...settings })
  return {
    submit: await import('#app/trade/opening/routes/submit/route.tsx'),
    confirm: await import('#app/trade/documents/routes/seller-confirm/route.tsx'),
  }
}

const paper = (name: string) => new File([new Uint8Array(samplePdf(name))], name)

async function post(path: string, person: Person, fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { Cookie: await cookieOf(world, person), Origin: ORIGIN }
  return { request: new Request(ORIGIN + path, { method: 'POST', body, headers }), params: {}, context: {} }
}

const submitForm = () =>
  post('/submit', buyer, {
    ...{ currency: 'XRP', amount: '7.5', notes: 'Forty bags', walletFrom: 'typed', walletAddress: walletOf('XRP') },
    contract: paper('contract.pdf'),
  })

async function confirmForm(transactionId: string) {
  return post('/seller-confirm', vendor, {
    ...{ transactionId, walletAddress: walletOf('XRP'), acceptsContract: 'on', captcha: 'on' },
    ...(await guardFields()),
    BillOfLading: paper('bill.pdf'),
  })
}

const escrows = () => world.deps.db.escrow.count({ where: { buyerId: buyer.id } })
const documents = (escrowId: string) =>
  world.deps.db.escrowDocument.findMany({ where: { escrowId }, select: { fileName: true, scannedAt: true } })

/** What a scanner may do, and the form's message, where an unanswered scan is a reason to refuse. */
const UNSCANNED = /virus scanner does not answer|file_unscanned/
const REFUSED = [
  ['finds something', 'stream: Eicar-Test-Signature FOUND\0', /Eicar-Test-Signature/],
  ['hangs up without a word', null, UNSCANNED],
  ['talks of something else', 'HTTP/1.1 400 Bad Request\r\n\r\n', UNSCANNED],
  ['says its size limit', 'INSTREAM size limit exceeded. ERROR\0', UNSCANNED],
  ['says OK of another stream', 'fildes: OK\0', UNSCANNED],
] as const

describe('a scanner that may not be silent', () => {
  let forms: Forms
  beforeAll(async () => {
    forms = await install({ CLAMD_ADDRESS: place() })
  })

  it('lets clean files through, marked as scanned', async () => {
    const { transactionId, escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
    expect(await forms.submit.action(await submitForm())).toBeInstanceOf(Response)
    expect(await forms.confirm.action(await confirmForm(transactionId))).toBeInstanceOf(Response)
    expect(scans).toBe(2)
    expect(await documents(escrowId)).toEqual([{ fileName: 'bill.pdf', scannedAt: expect.any(Date) }])
    const contract = await world.deps.db.escrowContract.findFirstOrThrow({ where: { escrow: { buyerId: buyer.id } } })
    expect(contract.scannedAt).toBeInstanceOf(Date)
  })

  it.each(REFUSED)(
    'and %s refuses the contract: no escrow, nothing kept, what was typed stays',
    async (_, said, words) => {
      answer = said
      const before = await escrows()
      const refused = await forms.submit.action(await submitForm())
      expect(refused).toMatchObject({ init: { status: 400 }, data: { values: { amount: '7.5', notes: 'Forty bags' } } })
      expect(JSON.stringify(refused)).toMatch(words)
      expect([await escrows(), scans]).toEqual([before, 1])
      expect(await world.deps.db.fileIntent.count()).toBe(0)
    },
  )

  it.each(REFUSED)('and %s refuses the seller’s documents: nothing is confirmed', async (_, said, words) => {
    const { transactionId, escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
    answer = said
    const refused = await forms.confirm.action(await confirmForm(transactionId))
    expect(refused).toMatchObject({ init: { status: 400 }, data: { typed: { walletAddress: walletOf('XRP') } } })
    expect(JSON.stringify(refused)).toMatch(words)
    expect(await documents(escrowId)).toEqual([])
    expect(await world.deps.db.escrow.findUnique({ where: { id: escrowId } })).toMatchObject({ confirmedAt: null })
  })
})

describe('a scanner that may be silent', () => {
  it('leaves files unscanned, and says so of them; what it finds it refuses all the same', async () => {
    const forms = await install({ CLAMD_ADDRESS: place(), CLAMD_SILENT: 'keep' })
    const { transactionId, escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
    answer = 'stream: Eicar-Test-Signature FOUND\0'
    expect(await forms.confirm.action(await confirmForm(transactionId))).toMatchObject({ init: { status: 400 } })
    expect(await documents(escrowId)).toEqual([])
    answer = null
    expect(await forms.confirm.action(await confirmForm(transactionId))).toBeInstanceOf(Response)
    expect(await documents(escrowId)).toEqual([{ fileName: 'bill.pdf', scannedAt: null }])
  })
})

it('a scanner that takes a file and never answers is given up', async () => {
  const { ScannerUnavailable, scanForViruses } = await import('#app/trade/documents/services/virus-scan.server.ts')
  const { Readable } = await import('node:stream')
  const silent = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const there = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port }
  const scan = scanForViruses(there, Readable.from([Buffer.from('bill')]), { patienceMs: 50 })
  await expect(scan).rejects.toBeInstanceOf(ScannerUnavailable)
  silent.close()
})
