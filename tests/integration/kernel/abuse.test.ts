/** Weaknesses that were found once (docs/abuse.md), each tried again unless another test of its module does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import {
  escrowOf,
  formOf,
  granted,
  PASSWORD,
  type Person,
  paidBuyer,
  seenDocuments,
  seller,
  submission,
  unpaidBuyer,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, guardFields, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let vendor: Person

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { CAPTCHA_FASTEST_MS: '0', TRUSTED_IP_HEADER: 'X-Forwarded-For' })
  buyer = await paidBuyer(world)
  vendor = await seller(world)
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

type Asking = { person?: Person; from?: string; fields?: Record<string, string>; params?: Record<string, string> }

async function ask(path: string, { person, from = '203.0.113.7', fields, params = {} }: Asking) {
  const headers = new Headers({ 'X-Forwarded-For': from })
  if (person) headers.set('Cookie', await cookieOf(world, person))
  if (fields) headers.set('Origin', ORIGIN)
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
  return { request: new Request(ORIGIN + path, init), params, context: {} }
}

async function statusOf(answer: Promise<unknown>): Promise<number> {
  const given = await answer.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })
  if (given instanceof Response) return given.status
  return (given as { init?: ResponseInit | null } | null)?.init?.status ?? 200
}

async function confirmed() {
  const opened = await escrowOf(world, { buyer, asset: 'XRP', amount: '5' })
  const wallet = { walletAddress: walletOf('XRP'), walletMemo: '' }
  const files = [
    { type: 'BillOfLading' as const, upload: await upload(world, { field: 'BillOfLading', name: 'bill.pdf' }) },
  ]
  granted(
    await confirmShipment(world.deps, { sellerId: vendor.id, transactionId: opened.transactionId, ...wallet, files }),
  )
  return opened
}

it.each(['x', '', "' or 1=1", '00000000-0000-7000-8000-000000000000', '0'.repeat(5_000)])(
  'a document that is none is not deleted, and no error: %j',
  async (id) => {
    const { action } = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
    const args = await ask('/seller-confirm', { person: vendor, fields: { delete: id } })
    expect(await statusOf(action(args))).toBe(400)
  },
)

it('a form that another person has sent opens an escrow for nobody else by its name, and is no error', async () => {
  const form = await formOf(world, buyer)
  const first = granted(
    await openEscrow(world.deps, { ...submission(buyer, { currency: 'XRP', amount: '5' }), formToken: form.formToken }),
  )
  const other = await paidBuyer(world)
  const second = granted(
    await openEscrow(world.deps, { ...submission(other, { currency: 'XRP', amount: '5' }), formToken: form.formToken }),
  )
  expect(second.escrowId).not.toBe(first.escrowId)
  expect(await world.deps.db.escrow.findUnique({ where: { id: second.escrowId } })).toMatchObject({ buyerId: other.id })
})

it('two identical approvals at once are both answered as done, and count once', async () => {
  const { escrowId } = await confirmed()
  const review = {
    ...{ escrowId, buyerId: buyer.id, approval: 'Approved' as const, reason: '', rejected: [] },
    hasCheckedWallet: true,
    seenWallet: { address: walletOf('XRP'), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
  }
  const answers = await Promise.all([reviewDocuments(world.deps, review), reviewDocuments(world.deps, review)])
  for (const answer of answers) expect(granted(answer).id).toBe(escrowId)
  expect(await world.deps.db.auditEvent.count({ where: { escrowId, kind: 'documents_approved' } })).toBe(1)
})

it('an office has five free transactions a day, whatever addresses are typed', async () => {
  const { action } = await import('#app/accounts/routes/register/route.tsx')
  const register = async (from: string) => {
    const person = { name: 'Ann', email: `pilot-${randomUUID()}@example.org`, password: PASSWORD, role: 'buyer' }
    const fields = { ...person, sanctionsConsent: 'on', pilot: 'freight', ...(await guardFields()) }
    return statusOf(Promise.resolve(action(await ask('/register', { from, fields }))))
  }
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push(await register('198.51.100.9'))
  expect(statuses).toEqual([...Array(5).fill(303), 429])
  expect(await register('198.51.100.10')).toBe(303)
})

it('whether we are well is said in one word, and nothing of what lies behind', async () => {
  const { loader } = await import('#app/ops/routes/healthz.ts')
  expect(
    await (await loader({ request: new Request('http://127.0.0.1/healthz'), params: {}, context: {} })).json(),
  ).toEqual({ ok: true })
})

describe('a record of access is written', () => {
  const place = '203.0.113.0/24'
  const recordsOf = async (where: { userId: string } | { subject: string }) =>
    (await world.deps.db.accessRecord.findMany({ where, orderBy: [{ firstAt: 'asc' }, { id: 'asc' }] })).map(
      ({ kind, subject, count, place: where }) => `${kind} ${subject} ${count} ${where}`,
    )

  it('of who logs in and who fails to, with the neighbourhood and nothing that was typed', async () => {
    const { action } = await import('#app/accounts/routes/login.tsx')
    const person = await seller(world)
    const login = async (email: string, password: string) =>
      statusOf(Promise.resolve(action(await ask('/login', { fields: { email, password } }))))
    expect(await login(person.email, 'a wrong phrase of mine')).toBe(400)
    expect(await login(person.email, 'a wrong phrase of mine')).toBe(400)
    expect(await login('nobody@example.org', 'a wrong phrase of mine')).toBe(400)
    expect(await login(person.email, PASSWORD)).toBe(303)
    expect(await recordsOf({ userId: person.id })).toEqual([`sign_in_failed  2 ${place}`, `signed_in  1 ${place}`])
    const all = JSON.stringify(await world.deps.db.accessRecord.findMany({}))
    for (const typed of ['wrong phrase', 'nobody@example.org', person.email, '203.0.113.7']) {
      expect(all).not.toContain(typed)
    }
  })

  it.each([
    [403, {}, 'role_denied'],
    [429, {}, 'too_many_tries'],
    [403, { 'Sec-Fetch-Site': 'cross-site' }, 'foreign_form'],
  ])('of a page that was refused by %i, from %o: %s', async (status, headers, kind) => {
    const { recordRefusal } = await import('#app/accounts/web/access-records.server.ts')
    const path = `/refused-${randomUUID().slice(0, 8)}`
    await recordRefusal(new Request(`${ORIGIN}${path}?token=x`, { method: 'POST', headers }), status)
    expect(await recordsOf({ subject: path })).toEqual([expect.stringContaining(`${kind} ${path} 1`)])
  })

  it('of whoever takes a file or a statement away, and of whoever is refused', async () => {
    const { loader: takeContract } = await import('#app/trade/documents/routes/contract.ts')
    const { loader: readPaper } = await import('#app/records/statement/routes/statement.tsx')
    const contract = await upload(world)
    const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '5', contract })
    const stranger = await unpaidBuyer(world)
    const take = async (person: Person) =>
      statusOf(takeContract(await ask(`/contracts/${escrowId}`, { person, params: { escrowId } })))
    const read = async (person: Person) =>
      statusOf(readPaper(await ask(`/statements/${transactionId}`, { person, params: { transactionId } })))
    expect([await take(buyer), await read(buyer)]).toEqual([200, 200])
    expect([await take(stranger), await read(stranger)]).toEqual([404, 404])
    const kinds = async (where: object) =>
      (await world.deps.db.accessRecord.findMany({ where })).map(({ kind }) => kind).toSorted()
    expect(await kinds({ escrowId })).toEqual(['file_downloaded', 'statement_read'])
    expect(await kinds({ subject: { in: [`/contracts/${escrowId}`] } })).toEqual(['file_downloaded', 'file_refused'])
    expect(await kinds({ kind: 'statement_refused' })).toEqual(['statement_refused'])
  })
})

describe('made-up links', () => {
  it('are tried sixty times from one network, in the address of the page or of a file, and fill no table', async () => {
    const page = await import('#app/records/statement/routes/shared/route.tsx')
    const file = await import('#app/records/statement/routes/shared/file.ts')
    const from = '198.18.5.9'
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      const query = `?token=made-up-${count}`
      const params = { fileId: `file-${count}` }
      statuses.push(await statusOf(page.loader(await ask(`/shared-escrow${query}`, { from }))))
      statuses.push(
        await statusOf(file.loader(await ask(`/shared-escrow/files/${params.fileId}${query}`, { from, params }))),
      )
    }
    expect(statuses).toEqual([...Array(60).fill(404), 429, 429])
    const rows = await world.deps.db.accessRecord.findMany({
      where: { place: '198.18.5.0/24', kind: { in: ['file_refused', 'statement_refused'] } },
      select: { subject: true, count: true },
      orderBy: { subject: 'asc' },
    })
    expect(rows).toEqual([
      { subject: 'dead link', count: 31 },
      { subject: 'link', count: 31 },
    ])
  })
})
