/** A contract counts as a submission, whichever step brings it; steps without a file have their own limit. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { REQUEST_LIMITS } from '#app/kernel/web/limits/limits.ts'
import { openStorage } from '#app/trade/documents/services/storage.server.ts'
import { type Person, paidBuyer, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { type S3, startS3 } from '#tests/support/world/s3.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let s3: S3
let buyer: Person
let token = ''
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')
let limits: typeof import('#app/kernel/web/http/limits.server.ts')

beforeAll(async () => {
  s3 = await startS3()
  const opened = await openWorld()
  world = { ...opened, deps: { ...opened.deps, storage: await openStorage(s3.settings) } }
  setRuntime(world)
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
  limits = await import('#app/kernel/web/http/limits.server.ts')
})
beforeEach(async () => {
  s3.objects.clear()
  buyer = await paidBuyer(world)
  token = randomUUID()
})
afterEach(() => {
  s3.trouble = null
})
afterAll(async () => {
  await limits?.closeLimits()
  await world?.[Symbol.asyncDispose]()
  await s3?.close()
})

type Fields = Record<string, string | File>

const TRADE = {
  step: 'trade',
  currency: 'XRP',
  amount: '7.5',
  amountIn: 'en',
  notes: 'Forty bags',
  walletFrom: 'typed',
  walletAddress: walletOf('XRP'),
}
const DATES = { dates: 'none', type: 'auto', heldBy: 'quayside' }
const paper = () => new File([new Uint8Array(samplePdf())], 'contract.pdf')

async function post(fields: Fields) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ formToken: token, ...fields })) body.append(name, value)
  const headers = { Cookie: await cookieOf(world, buyer), Origin: ORIGIN }
  const request = new Request(`${ORIGIN}/submit?form=${token}`, { method: 'POST', body, headers })
  return submit.action({ request, params: {}, context: {} })
}

/** Uses up the person's submissions until so many are left. */
async function leave(left: number): Promise<void> {
  for (let n = REQUEST_LIMITS.submit_by_user.points; n > left; n -= 1) await limits.countTry('submit_by_user', buyer.id)
}

const leadsOn = (answer: unknown) => answer instanceof Response && answer.headers.get('Location')
const drafted = () => world.deps.db.submitDraft.findUnique({ where: { userId_token: { userId: buyer.id, token } } })

test('the last contract is taken, the next one is not, and nothing else of that form is lost', async () => {
  await leave(1)
  expect(leadsOn(await post({ ...TRADE, contract: paper() }))).toContain('step=dates')
  const kept = [...s3.objects.keys()]

  const refused = await post({ ...TRADE, amount: '8', notes: 'Fifty bags', contract: paper() })
  expect(refused).toMatchObject({
    init: { status: 400 },
    data: {
      problems: [{ field: 'contract', text: 'Too many attempts. Try again later.' }],
      values: { amount: '8', notes: 'Fifty bags', walletAddress: walletOf('XRP') },
    },
  })
  expect([...s3.objects.keys()]).toEqual(kept)
  expect(await drafted()).toMatchObject({ typed: { notes: ['Fifty bags'] }, fileName: 'contract.pdf' })
})

test('steps without a file go on when no contract is taken any more', async () => {
  await leave(0)
  const refused = await post({ ...TRADE, contract: paper() })
  expect(refused).toMatchObject({ data: { problems: [{ field: 'contract' }], values: { contract: 'sent' } } })
  expect(leadsOn(await post({ ...TRADE, contract: new File([], '') }))).toContain('step=dates')
  expect(leadsOn(await post({ ...DATES, step: 'dates' }))).toContain('step=check')
  expect(s3.objects.size).toBe(0)
})

test('one POST with all fields is refused in the same way, and becomes a draft', async () => {
  await leave(0)
  expect(await post({ ...TRADE, ...DATES, step: '', contract: paper() })).toMatchObject({
    data: { problems: [{ field: 'contract' }], values: { notes: 'Forty bags', contract: 'sent' } },
  })
  expect(await world.deps.db.escrow.count({ where: { buyerId: buyer.id } })).toBe(0)
  expect(await drafted()).toMatchObject({ typed: { notes: ['Forty bags'] }, fileName: null })
})

test('a file that some other step brings is none the less one', async () => {
  await leave(0)
  await post(TRADE)
  expect(await post({ ...DATES, step: 'dates', contract: paper() })).toMatchObject({
    data: { problems: [{ field: 'contract' }] },
  })
})

test('a contract that the store does not take is no submission', async () => {
  await leave(1)
  s3.trouble = { status: 503 }
  for (let n = 0; n < 3; n += 1) {
    expect(await post({ ...TRADE, contract: paper() })).toMatchObject({ init: { status: 503 } })
  }
  s3.trouble = null
  expect(leadsOn(await post({ ...TRADE, contract: paper() }))).toContain('step=dates')
  expect(await post({ ...TRADE, contract: paper() })).toMatchObject({ data: { problems: [{ field: 'contract' }] } })
})
