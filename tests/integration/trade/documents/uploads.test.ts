/** Failing uploads: the store's error is shown (spec §6), what was typed is kept, and nothing is left behind. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStorage } from '#app/trade/documents/services/storage.server.ts'
import { keepUpload } from '#app/trade/documents/workflows/keep-upload.server.ts'
import { sweepFiles } from '#app/trade/documents/workflows/sweep-files.server.ts'
import { escrowOf, type Person, paidBuyer, pilotBuyer, seller, upload, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { type S3, type S3Trouble, startS3 } from '#tests/support/world/s3.ts'
import { samplePdf, samplePng } from '#tests/support/world/sample-files.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const HOUR = 60 * 60_000

let world: World
let s3: S3
let buyer: Person
let vendor: Person
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')
/** How far the app's clock is behind, in milliseconds. */
let behind = 0
let confirm: typeof import('#app/trade/documents/routes/seller-confirm/route.tsx')

beforeAll(async () => {
  s3 = await startS3()
  const opened = await openWorld()
  const clock = { now: () => new Date(Date.now() - behind) }
  world = { ...opened, deps: { ...opened.deps, clock, storage: await openStorage(s3.settings) } }
  setRuntime(world)
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
  confirm = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
  buyer = await paidBuyer(world)
  vendor = await seller(world)
})
beforeEach(() => s3.objects.clear())
afterEach(() => {
  s3.trouble = null
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
  await s3?.close()
})

type Fields = Record<string, string | File>

async function sent(path: string, person: Person, fields: Fields): Promise<Request> {
  const cookie = await cookieOf(world, person)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return new Request(ORIGIN + path, { method: 'POST', body, headers: { Cookie: cookie, Origin: ORIGIN } })
}

const paper = (name: string) => new File([new Uint8Array(samplePdf(name))], name)
const picture = () => new File([new Uint8Array(samplePng())], 'container.png')

async function submitAs(person: Person, fields: Fields = {}) {
  const request = await sent('/submit', person, {
    currency: 'XRP',
    amount: '7.5',
    contract: paper('contract.pdf'),
    notes: 'Forty bags',
    walletAddress: walletOf('XRP'),
    ...fields,
  })
  return submit.action({ request, params: {}, context: {} })
}

async function confirmAs(person: Person, fields: Fields) {
  const { issueStamp } = await import('#app/accounts/web/captcha.server.ts')
  // Robots are recognised by how fast they answer.
  behind = 10_000
  const issued = issueStamp()
  behind = 0
  const request = await sent('/seller-confirm', person, {
    BillOfLading: paper('bill.pdf'),
    ShipmentImage: picture(),
    walletAddress: walletOf('XRP'),
    acceptsContract: 'on',
    captcha: 'on',
    website: '',
    issued,
    ...fields,
  })
  return confirm.action({ request, params: {}, context: {} })
}

function placeOf(answer: unknown): string {
  if (answer instanceof Response) return answer.headers.get('Location') ?? ''
  throw new Error(`no redirect: ${JSON.stringify(answer)}`)
}

const countEscrows = (person: Person) => world.deps.db.escrow.count({ where: { buyerId: person.id } })
const keysLeft = () => [...s3.objects.keys()]
const countIntents = () => world.deps.db.fileIntent.count()

const TROUBLES: [S3Trouble, number, string][] = [
  [{ status: 403, code: 'InvalidAccessKeyId' }, 401, 'key rejected (401).'],
  [{ status: 402 }, 402, 'no space (402).'],
  [{ status: 403, code: 'AccessDenied' }, 403, 'access denied (403).'],
  [{ status: 503 }, 503, 'Nothing was stored. Try again'],
]

describe('a store that does not take files', () => {
  it.each(TROUBLES)('%o while the contract arrives', async (trouble, status, sentence) => {
    s3.trouble = trouble
    const before = await countEscrows(buyer)
    expect(await submitAs(buyer)).toMatchObject({
      init: { status },
      data: {
        problems: [{ text: 'Failed to submit transaction.' }, { text: expect.stringContaining(sentence) }],
        // The wallet follows the file in the form.
        values: { amount: '7.5', notes: 'Forty bags', walletAddress: walletOf('XRP'), contract: 'sent' },
      },
    })
    expect(await countEscrows(buyer)).toBe(before)
    s3.trouble = null
    expect(keysLeft()).toEqual([])
  })

  it.each(TROUBLES)('%o when the contract should be kept', async (trouble, status, sentence) => {
    s3.trouble = { ...trouble, only: 'copies' }
    const before = await countEscrows(buyer)
    expect(await submitAs(buyer)).toMatchObject({
      init: { status },
      data: { problems: [{ text: 'Failed to submit transaction.' }, { text: expect.stringContaining(sentence) }] },
    })
    expect(await countEscrows(buyer)).toBe(before)
    expect(keysLeft()).toEqual([])
    expect(await countIntents()).toBe(0)
  })

  it.each(TROUBLES)('%o while the seller confirms', async (trouble, status) => {
    const { transactionId, escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
    s3.trouble = trouble
    expect(await confirmAs(vendor, { transactionId })).toMatchObject({
      init: { status },
      data: {
        problems: [{ refused: 'upload_failed' }, { refused: expect.stringMatching(/^storage_/) }],
        typed: { transactionId, walletAddress: walletOf('XRP'), acceptsContract: true },
      },
    })
    expect(await world.deps.db.escrowDocument.count({ where: { escrowId } })).toBe(0)
    expect(keysLeft()).toEqual([])
  })
})

describe('a contract that an operator opens by its address', () => {
  it('is given out, and it is written down who read it', async () => {
    const { loader } = await import('#app/trade/documents/routes/contract.ts')
    const id = /opened=([^&]+)/.exec(placeOf(await submitAs(buyer)))?.[1]
    const escrow = await world.deps.db.escrow.findFirstOrThrow({ where: { transactionId: id } })
    const olga = await seller(world)
    await world.deps.db.user.update({ where: { id: olga.id }, data: { role: 'admin' } })
    const headers = { Cookie: await cookieOf(world, olga) }
    const response = await loader({
      request: new Request(`${ORIGIN}/contracts/${escrow.id}`, { headers }),
      params: { escrowId: escrow.id },
      context: {},
    })
    expect(response.headers.get('Content-Disposition')).toContain('contract.pdf')
    const where = { escrowId: escrow.id, kind: 'operator_viewed' }
    expect(await world.deps.db.auditEvent.findMany({ where })).toMatchObject([{ userId: olga.id }])
  })
})

describe('an upload that is interrupted', () => {
  it('by the database leaves no file, no intent and no escrow', async () => {
    const { db } = world.deps
    await db.$executeRaw`create function refuse_contract() returns trigger language plpgsql as
      'begin raise exception ''no more contracts''; end'`
    await db.$executeRaw`create trigger refuse before insert on escrow_contract
      for each row execute function refuse_contract()`
    const before = await countEscrows(buyer)
    expect(await submitAs(buyer)).toMatchObject({
      init: { status: 500 },
      data: { problems: [{ text: 'Failed to submit transaction.' }] },
    })
    await db.$executeRaw`drop trigger refuse on escrow_contract`
    expect(await countEscrows(buyer)).toBe(before)
    expect(keysLeft()).toEqual([])
    expect(await countIntents()).toBe(0)
  })

  it('by a crash after the file was kept is swept up after an hour, and not before', async () => {
    const crashed = await upload(world)
    await keepUpload(world.deps, crashed, (unique) => `contracts/nobody_1-${unique}_contract.pdf`)
    const abandoned = await upload(world)
    const { storageKey } = await world.deps.db.fileIntent.findFirstOrThrow()
    expect(keysLeft().sort()).toEqual([storageKey, abandoned.key])

    await sweepFiles(world.deps)
    expect(keysLeft()).toHaveLength(2)
    await sweepFiles(anHourLater())
    expect(keysLeft()).toEqual([])
    expect(await countIntents()).toBe(0)
  })

  it('never costs a file that a row points at', async () => {
    const contract = await upload(world)
    const { escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '4', contract })
    const { storageKey } = await world.deps.db.escrowContract.findUniqueOrThrow({ where: { escrowId } })
    expect(await countIntents()).toBe(0)
    // As if somebody had stored the intent again.
    await world.deps.db.fileIntent.create({ data: { storageKey } })
    await sweepFiles(anHourLater())
    expect(keysLeft()).toEqual([storageKey])
    expect(await countIntents()).toBe(0)
  })

  function anHourLater() {
    const later = new Date(Date.now() + HOUR + 60_000)
    return { ...world.deps, clock: { now: () => later } }
  }
})

describe('a form that is sent twice', () => {
  const token = () => crypto.randomUUID()

  it('opens one escrow, one after the other and at once', async () => {
    const formToken = token()
    const before = await countEscrows(buyer)
    const first = placeOf(await submitAs(buyer, { formToken }))
    const again = await Promise.all([submitAs(buyer, { formToken }), submitAs(buyer, { formToken })])
    expect(again.map(placeOf)).toEqual([first, first])
    const other = token()
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => submitAs(buyer, { formToken: other })))
    expect(new Set(atOnce.map(placeOf)).size).toBe(1)
    expect(placeOf(atOnce[0])).not.toBe(first)
    expect(await countEscrows(buyer)).toBe(before + 2)
    // One contract each, and nothing else.
    expect(keysLeft().map((key) => key.split('/')[0])).toEqual(['contracts', 'contracts'])
    expect(await countIntents()).toBe(0)
  })

  it('leads a pilot to the escrow that took the only credit', async () => {
    const pilot = await pilotBuyer(world)
    const formToken = token()
    const answers = await Promise.all([submitAs(pilot, { formToken }), submitAs(pilot, { formToken })])
    expect(new Set(answers.map(placeOf)).size).toBe(1)
    expect(await countEscrows(pilot)).toBe(1)
  })

  it('with another amount is another trade: somebody went back and filled it in anew', async () => {
    const formToken = token()
    const first = placeOf(await submitAs(buyer, { formToken }))
    expect(placeOf(await submitAs(buyer, { formToken, amount: '8' }))).not.toBe(first)
  })

  it('with the same amount and anything else changed is another trade too, and that one is opened once', async () => {
    const formToken = token()
    const first = placeOf(await submitAs(buyer, { formToken }))
    const changes: Fields[] = [{ terms: 'CIF Tema' }, { sellerEmail: 'another.seller@example.org' }, { notes: 'Cocoa' }]
    const before = await countEscrows(buyer)
    for (const change of changes) {
      const other = { formToken, ...change }
      const places = await Promise.all([submitAs(buyer, other), submitAs(buyer, other)])
      expect(new Set([first, ...places.map(placeOf)]).size).toBe(2)
    }
    expect(await countEscrows(buyer)).toBe(before + changes.length)
    expect(placeOf(await submitAs(buyer, { formToken }))).toBe(first)
  })

  it('of another person counts for itself', async () => {
    const formToken = token()
    const first = placeOf(await submitAs(buyer, { formToken }))
    const pilot = await pilotBuyer(world)
    expect(placeOf(await submitAs(pilot, { formToken }))).not.toBe(first)
    expect(await countEscrows(pilot)).toBe(1)
    expect(placeOf(await submitAs(buyer, { formToken }))).toBe(first)
  })

  it('confirms a shipment once: one event, one letter, and no picture twice', async () => {
    const { transactionId, escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
    s3.objects.clear()
    const fields = { transactionId, formToken: token() }
    const done = `/seller-confirm?txid=${transactionId}&done=1`
    const atOnce = await Promise.all([confirmAs(vendor, fields), confirmAs(vendor, fields)])
    expect([...atOnce, await confirmAs(vendor, fields)].map(placeOf)).toEqual([done, done, done])
    const { db } = world.deps
    expect(await db.escrowDocument.count({ where: { escrowId } })).toBe(2)
    expect(await db.auditEvent.count({ where: { escrowId, kind: 'shipment_confirmed' } })).toBe(1)
    expect(await db.outboxLetter.count({ where: { key: { startsWith: `seller_confirmed:${escrowId}` } } })).toBe(1)
    expect(keysLeft()).toHaveLength(2)
  })

  it('confirms again with the wallet that was changed after going back', async () => {
    const { transactionId, escrowId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
    const fields = { transactionId, formToken: token() }
    const done = `/seller-confirm?txid=${transactionId}&done=1`
    expect(placeOf(await confirmAs(vendor, fields))).toBe(done)
    expect(placeOf(await confirmAs(vendor, { ...fields, walletMemo: '77' }))).toBe(done)
    const { payoutMemo } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    expect(payoutMemo).toBe('77')
  })
})

describe('a person who sends many forms with files at once', () => {
  /** A form whose end is not sent before `end` is called. */
  const begun = async (person: Person) => {
    const { headers } = await sent('/submit', person, {})
    const boundary = 'b-1'
    const { readable, writable } = new TransformStream<Uint8Array>()
    const writer = writable.getWriter()
    void writer.write(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="notes"\r\n\r\nglass`))
    const request = new Request(`${ORIGIN}/submit`, {
      method: 'POST',
      body: readable,
      duplex: 'half',
      headers: {
        Cookie: headers.get('Cookie') ?? '',
        Origin: ORIGIN,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
    } as RequestInit)
    const end = () => {
      // Nobody reads the end of a refused form.
      void writer.write(Buffer.from(`\r\n--${boundary}--\r\n`)).catch(() => undefined)
      void writer.close().catch(() => undefined)
    }
    return { answer: submit.action({ request, params: {}, context: {} }).catch((error: unknown) => error), end }
  }
  const statusOf = (answer: unknown) => (answer instanceof Response ? answer.status : 200)

  it('is asked to wait for the first ones, and nobody else is', async () => {
    const other = await paidBuyer(world)
    const forms = await Promise.all(Array.from({ length: 7 }, () => begun(buyer)))
    expect(statusOf(await Promise.race(forms.map(({ answer }) => answer)))).toBe(429)
    expect(placeOf(await submitAs(other))).toMatch(/opened=/)
    for (const { end } of forms) end()
    const answers = await Promise.all(forms.map(({ answer }) => answer))
    expect(answers.filter((answer) => statusOf(answer) === 429)).toHaveLength(1)
    expect(placeOf(await submitAs(buyer))).toMatch(/opened=/)
  })
})
