/** An escrow is drafted in steps that lose nothing, and opened once, as it was shown (docs/decisions/135). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownFiles } from '#app/settings/queries/own-data.server.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'
import { removeFile } from '#app/trade/documents/workflows/remove-file.server.ts'
import { forgetOldDrafts } from '#app/trade/opening/workflows/drafting/forget-drafts.server.ts'
import { PASSWORD, type Person, paidBuyer, pilotBuyer, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')
let token = ''

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
})
beforeEach(async () => {
  buyer = await paidBuyer(world)
  token = randomUUID()
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

type Fields = Record<string, string | File>

async function post(fields: Fields, { person = buyer, form = token } = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ formToken: form, ...fields })) body.append(name, value)
  const headers = { Cookie: await cookieOf(world, person), Origin: ORIGIN }
  const request = new Request(`${ORIGIN}/submit?form=${form}`, { method: 'POST', body, headers })
  return submit.action({ request, params: {}, context: {} })
}

async function look(step: string, { person = buyer, form = token } = {}) {
  const headers = { Cookie: await cookieOf(world, person) }
  const request = new Request(`${ORIGIN}/submit?form=${form}&step=${step}`, { headers })
  const { data } = await submit.loader({ request, params: {}, context: {} })
  if (data.step !== 'form') throw new Error('no form is shown')
  return data
}

const paper = (name = 'contract.pdf') => new File([new Uint8Array(samplePdf(name))], name)
const TRADE = {
  step: 'trade',
  currency: 'XRP',
  amount: '7.5',
  amountIn: 'en',
  notes: 'Forty bags',
  walletFrom: 'typed',
  walletAddress: walletOf('XRP'),
}
const DATES = { step: 'dates', dates: 'none', type: 'auto', heldBy: 'quayside' }

const placeOf = (answer: unknown) => {
  if (!(answer instanceof Response)) throw new Error(`no redirect: ${JSON.stringify(answer)}`)
  return answer.headers.get('Location') ?? ''
}
const stepIn = (answer: unknown) => new URL(placeOf(answer), ORIGIN).searchParams.get('step')
const problemsOf = (answer: unknown) =>
  (answer as { data: { problems: { field?: string; text: string }[] } }).data.problems.map(({ field }) => field)
const digest = async () => (await look('check')).check?.digest ?? ''
const openIt = async (fields: Fields = {}) => post({ step: 'check', seen: await digest(), ...fields })
const isThere = async (key: string) => {
  const content = await world.deps.storage.read(key).catch(() => null)
  content?.destroy()
  return content !== null
}
const escrowsOf = (person: Person) =>
  world.deps.db.escrow.findMany({ where: { buyerId: person.id }, include: { contract: true } })
const draftsOf = (person: Person) => world.deps.db.submitDraft.findMany({ where: { userId: person.id } })

async function fillIn(trade: Fields = {}, dates: Fields = {}) {
  expect(stepIn(await post({ ...TRADE, ...trade }))).toBe('dates')
  expect(stepIn(await post({ ...DATES, ...dates }))).toBe('check')
}

describe('the steps', () => {
  test('lead to an escrow that says what was typed, with the contract at its place, and leave no draft', async () => {
    await fillIn({ contract: paper() })
    const { check, contract } = await look('check')
    expect(check).toMatchObject({ amount: '7.5', currency: 'XRP', notes: 'Forty bags', dates: null })
    expect(contract?.fileName).toBe('contract.pdf')
    expect(placeOf(await openIt())).toMatch(/^\/submit\?opened=auto_/)
    const [escrow] = await escrowsOf(buyer)
    expect(escrow?.notes).toBe('Forty bags')
    expect(escrow?.contract?.storageKey).toMatch(new RegExp(`^contracts/${buyer.id}_.*contract\\.pdf$`))
    expect(await draftsOf(buyer)).toEqual([])
    // The file belongs to the escrow: nothing removes it any more.
    await removeFile(world.deps, { storageKey: escrow?.contract?.storageKey ?? '' })
    expect(await isThere(escrow?.contract?.storageKey ?? '')).toBe(true)
    expect(await world.deps.db.fileIntent.count()).toBe(0)
  })

  test('cannot be gone past: a step that was not filled in is shown instead', async () => {
    expect((await look('check')).at).toBe('trade')
    await post(TRADE)
    expect((await look('check')).at).toBe('dates')
    expect(stepIn(await post({ step: 'check', seen: '' }))).toBe('trade')
    expect(await escrowsOf(buyer)).toEqual([])
  })

  test('keep what is refused, the contract too, and are not filled in by it', async () => {
    const refused = await post({ ...TRADE, amount: 'much', contract: paper() })
    expect(problemsOf(refused)).toEqual(['amount'])
    const shown = await look('dates')
    expect([shown.at, shown.typed?.amount, shown.contract?.fileName]).toEqual(['trade', 'much', 'contract.pdf'])
    await post(TRADE)
    expect((await look('dates')).at).toBe('dates')
    // Removed later, it has to be filled in again.
    expect(problemsOf(await post({ ...TRADE, walletAddress: '' }))).toEqual(['walletAddress'])
    expect((await look('dates')).at).toBe('trade')
  })

  test('lead back to the check after something was changed', async () => {
    await fillIn()
    const changed = await post({ ...TRADE, amount: '8', next: 'check' })
    expect(stepIn(changed)).toBe('check')
    expect((await look('check')).check?.amount).toBe('8')
  })

  test('take another contract in the place of the first, and take it away', async () => {
    await post({ ...TRADE, contract: paper('first.pdf') })
    const [first] = await draftsOf(buyer)
    await post({ ...TRADE, contract: paper('second.pdf') })
    const [second] = await draftsOf(buyer)
    expect([first?.fileName, second?.fileName]).toEqual(['first.pdf', 'second.pdf'])
    await removeFile(world.deps, { storageKey: first?.storageKey ?? '' })
    await removeFile(world.deps, { storageKey: second?.storageKey ?? '' })
    expect(await isThere(first?.storageKey ?? '')).toBe(false)
    expect(await isThere(second?.storageKey ?? '')).toBe(true)
    expect(stepIn(await post({ ...TRADE, press: 'dropContract' }))).toBe('trade')
    expect((await look('trade')).contract).toBeNull()
  })

  test('keep no secret key', async () => {
    const secret = `S${'A'.repeat(55)}`
    await post({ ...TRADE, walletAddress: secret, notes: secret })
    expect(JSON.stringify(await draftsOf(buyer))).not.toContain(secret)
  })
})

describe('the button that opens', () => {
  test('opens what was shown: after a change in another tab nothing is opened', async () => {
    await fillIn()
    const seen = await digest()
    await post({ ...TRADE, amount: '0.5', next: 'check' })
    const answer = await post({ step: 'check', seen })
    expect(answer).toMatchObject({ init: { status: 409 }, data: { values: { step: 'check' } } })
    expect(await escrowsOf(buyer)).toEqual([])
    expect(placeOf(await openIt())).toMatch(/opened=/)
  })

  test('opens nothing with another saved wallet than was shown', async () => {
    const sellerEmail = `saved.${randomUUID()}@trade.example`
    const saved = { walletMemo: null, walletCurrency: 'XRP', walletSellerEmail: sellerEmail } as const
    const where = { id: buyer.id }
    await world.deps.db.user.update({ where, data: { ...saved, walletAddress: walletOf('XRP') } })
    await fillIn({ walletFrom: 'saved', walletAddress: '', sellerEmail })
    const seen = await digest()
    await world.deps.db.user.update({ where, data: { walletMemo: '77' } })
    expect(await post({ step: 'check', seen })).toMatchObject({ init: { status: 409 } })
    expect(await escrowsOf(buyer)).toEqual([])
  })

  test('pressed twice, or from two windows at once, opens one escrow', async () => {
    await fillIn({ contract: paper() })
    const seen = await digest()
    const press = () => post({ step: 'check', seen })
    const atOnce = await Promise.all([press(), press(), press()])
    const places = new Set(atOnce.filter((answer) => answer instanceof Response).map(placeOf))
    expect([...places].filter((place) => place.includes('opened='))).toHaveLength(1)
    expect(placeOf(await press())).toBe([...places].find((place) => place.includes('opened=')))
    expect(await escrowsOf(buyer)).toHaveLength(1)
  })

  test('takes a pilot’s credit once', async () => {
    const pilot = await pilotBuyer(world)
    await post(TRADE, { person: pilot })
    await post(DATES, { person: pilot })
    const seen = (await look('check', { person: pilot })).check?.digest ?? ''
    const press = () => post({ step: 'check', seen }, { person: pilot })
    await Promise.all([press(), press()])
    expect(await escrowsOf(pilot)).toHaveLength(1)
  })

  test('a date that has passed leads to the step that has it', async () => {
    const fundBy = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const presentBy = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await fillIn({}, { dates: 'agreed', fundBy, presentBy, examineDays: '5', onSilence: 'quayside' })
    const draft = { userId: buyer.id, token }
    const [{ typed } = { typed: {} }] = await draftsOf(buyer)
    const old = { ...(typed as Record<string, string[]>), fundBy: ['2020-01-01'] }
    await world.deps.db.submitDraft.update({ where: { userId_token: draft }, data: { typed: old } })
    const shown = await look('check')
    expect([shown.at, shown.missing.map(({ field }) => field)]).toEqual(['dates', ['fundBy']])
  })
})

describe('one POST with all fields', () => {
  const whole = { ...TRADE, ...DATES, step: '' }

  test('opens the escrow at once', async () => {
    expect(placeOf(await post({ ...whole, contract: paper() }))).toMatch(/opened=auto_/)
    expect(await draftsOf(buyer)).toEqual([])
  })

  test('refused, it becomes a draft of which nothing is lost', async () => {
    expect(problemsOf(await post({ ...whole, amount: '', contract: paper() }))).toEqual(['amount'])
    const shown = await look('trade')
    expect([shown.typed?.notes, shown.typed?.dates, shown.contract?.fileName]).toEqual([
      'Forty bags',
      'none',
      'contract.pdf',
    ])
    await fillIn()
    expect(placeOf(await openIt())).toMatch(/opened=/)
    expect((await escrowsOf(buyer))[0]?.contract?.fileName).toBe('contract.pdf')
  })
})

describe('a draft is its person’s', () => {
  test('and nobody else’s, whoever knows the token', async () => {
    await fillIn()
    const stranger = await paidBuyer(world)
    const seen = await digest()
    expect((await look('check', { person: stranger })).typed).toBeNull()
    expect(stepIn(await post({ step: 'check', seen }, { person: stranger }))).toBe('trade')
    expect(await escrowsOf(stranger)).toEqual([])
  })

  test('ten are kept; the oldest goes with its file', async () => {
    const first = randomUUID()
    await post({ ...TRADE, contract: paper() }, { form: first })
    const [oldest] = await draftsOf(buyer)
    for (let n = 0; n < 10; n += 1) await post(TRADE, { form: randomUUID() })
    const left = await draftsOf(buyer)
    expect(left).toHaveLength(10)
    expect(left.map((draft) => draft.token)).not.toContain(first)
    await removeFile(world.deps, { storageKey: oldest?.storageKey ?? '' })
    expect(await isThere(oldest?.storageKey ?? '')).toBe(false)
  })

  test('nobody has gone on with it for two weeks: it goes', async () => {
    await post({ ...TRADE, contract: paper() })
    await forgetOldDrafts(world.deps)
    expect(await draftsOf(buyer)).toHaveLength(1)
    const changedAt = new Date(Date.now() - 15 * 86_400_000)
    await world.deps.db.submitDraft.updateMany({ where: { userId: buyer.id }, data: { changedAt } })
    await forgetOldDrafts(world.deps)
    expect(await draftsOf(buyer)).toEqual([])
  })

  test('it is in the copy of one’s data, and goes with the account', async () => {
    await post({ ...TRADE, contract: paper() })
    const files: string[] = []
    for await (const { fileName } of ownFiles(world.deps.db, buyer.id)) files.push(fileName)
    expect(files).toEqual(['contract.pdf'])
    expect(await closeAccount(world.deps, { userId: buyer.id, password: PASSWORD, code: '' })).toBeNull()
    expect(await draftsOf(buyer)).toEqual([])
  })
})
