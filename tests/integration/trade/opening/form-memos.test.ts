/** The number that a form of /submit shows belongs to that form alone, in however many tabs (product.md §2). */
import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tidyUp } from '#app/ops/workflows/tidy-up.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { formOf, granted, type Person, paidBuyer, pay, submission } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { anEscrow } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let other: Person
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
  buyer = await paidBuyer(world)
  other = await paidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function visit(path: string, person: Person): Promise<LoaderFunctionArgs> {
  const headers = new Headers({ Cookie: await cookieOf(world, person) })
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

async function tab(person: Person): Promise<string> {
  const sent = await submit.loader(await visit('/submit', person)).catch((thrown: unknown) => thrown)
  const place = sent instanceof Response ? sent.headers.get('Location') : null
  if (!place) throw new Error('/submit did not lead to a form')
  return place
}

async function look(address: string, person: Person) {
  const { data } = await submit.loader(await visit(address, person))
  if (data.step !== 'form') throw new Error('the form is not shown')
  return { formToken: data.formToken, memo: data.page.payAhead?.reference ?? null }
}

type Trade = Partial<Parameters<typeof submission>[1]> & { formToken: string }
const open = (trade: Trade, person: Person = buyer) =>
  openEscrow(world.deps, submission(person, { currency: 'XLM', amount: '10', ...trade }))
const hash = () => randomUUID().replaceAll('-', '').padEnd(64, 'a')
const memoOf = async (escrowId: string) =>
  String((await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).reference)

describe('a form that is looked at', () => {
  test('keeps its number through a reload and the way back, and every tab has another', async () => {
    const one = await tab(buyer)
    const two = await tab(buyer)
    const first = await look(one, buyer)
    const second = await look(two, buyer)
    expect(second.memo).not.toBe(first.memo)
    expect([await look(one, buyer), await look(two, buyer), await look(one, buyer)]).toEqual([first, second, first])
  })

  test('is one form to a browser that asks for it twice at once', async () => {
    const address = await tab(buyer)
    const looks = await Promise.all(Array.from({ length: 4 }, () => look(address, buyer)))
    expect(new Set(looks.map(({ memo }) => memo)).size).toBe(1)
  })

  test('shows another person, who has its address, a form and a number of theirs', async () => {
    const address = await tab(buyer)
    const mine = await look(address, buyer)
    const theirs = await look(address, other)
    expect(theirs.formToken).not.toBe(mine.formToken)
    expect(theirs.memo).not.toBe(mine.memo)
    expect(await look(address, other)).toEqual(theirs)
    expect(await look(address, buyer)).toEqual(mine)
  })

  test('is followed, once it was sent, by always the same next one', async () => {
    const address = await tab(buyer)
    const sent = await look(address, buyer)
    granted(await open({ ...sent, type: 'manual', txid: hash() }))
    const next = await look(address, buyer)
    expect(next.memo).not.toBe(sent.memo)
    expect(await look(address, buyer)).toEqual(next)
    granted(await open(next))
    expect((await look(address, buyer)).memo).not.toBe(next.memo)
  })
})

describe('the number of a form', () => {
  test('is not taken by an escrow that is opened in another tab', async () => {
    const mine = await formOf(world, buyer)
    const elsewhere = await formOf(world, buyer)
    const account = world.deps.accounts.stellar.escrow
    const [txid = ''] = await pay(world, { asset: 'XLM', to: account, amount: '10', memo: mine.memo })
    const another = granted(await open({ ...elsewhere, amount: '12.5' }))
    const wanted = granted(await open({ ...mine, type: 'manual', txid }))
    const isFunded = async (id: string) => (await world.deps.db.escrow.findUniqueOrThrow({ where: { id } })).txValidated
    await world.workUntil(() => isFunded(wanted.escrowId), 'the stated payment is verified')
    expect(await memoOf(wanted.escrowId)).toBe(mine.memo)
    expect(await isFunded(another.escrowId)).toBe(false)
  })

  test('waits for its form even when the same form, open twice, was sent in automatic mode', async () => {
    const mine = await formOf(world, buyer)
    const auto = granted(await open(mine))
    expect(await memoOf(auto.escrowId)).not.toBe(mine.memo)
    const manual = { ...mine, amount: '11', type: 'manual', txid: hash() } as const
    const wanted = granted(await open(manual))
    expect(await memoOf(wanted.escrowId)).toBe(mine.memo)
    expect(granted(await open(manual))).toEqual(wanted)
  })

  test('is no other trade’s: who sends the form again in manual mode is told whose it is, and nothing is opened', async () => {
    const mine = await formOf(world, buyer)
    const first = granted(await open({ ...mine, type: 'manual', txid: hash() }))
    const before = await world.deps.db.escrow.count()
    expect(await open({ ...mine, type: 'manual', txid: hash() })).toEqual({
      refused: 'memo_taken',
      field: 'txid',
      values: { memo: mine.memo, txid: first.transactionId },
    })
    expect(await world.deps.db.escrow.count()).toBe(before)
  })

  test('goes to one of several trades that are sent at the same instant', async () => {
    const mine = await formOf(world, buyer)
    const amounts = ['10', '20', '30', '40']
    const answers = await Promise.all(amounts.map((amount) => open({ ...mine, amount, type: 'manual', txid: hash() })))
    expect(answers.map((answer) => ('escrowId' in answer ? 'opened' : answer.refused)).sort()).toEqual([
      'memo_taken',
      'memo_taken',
      'memo_taken',
      'opened',
    ])
  })

  test('of one buyer is of no use to another', async () => {
    const mine = await formOf(world, buyer)
    expect(await open({ ...mine, type: 'manual', txid: hash() }, other)).toMatchObject({ refused: 'memo_not_reserved' })
    granted(await open({ ...mine, type: 'manual', txid: hash() }))
  })

  test('is not given to other escrows or fees by the database either', async () => {
    const { db } = world.deps
    const mine = await formOf(world, buyer)
    const reference = Number(mine.memo)
    await expect(anEscrow(db, { reference })).rejects.toThrow(/belongs to a form/)
    await expect(anEscrow(db, { reference, buyerId: buyer.id })).rejects.toThrow(/belongs to a form/)
    await expect(db.feeQuote.updateMany({ data: { reference } })).rejects.toThrow(/belongs to a form/)
    const { memo } = await formOf(world, other)
    const change = db.submitForm.update({ where: { reference: Number(memo) }, data: { userId: buyer.id } })
    await expect(change).rejects.toThrow(/keeps its person/)
  })
})

test('a person has so many open forms and no more; old ones make room and keep their number', async () => {
  const many = await paidBuyer(world)
  const oldest = await formOf(world, many)
  for (let count = 1; count < 50; count += 1) await formOf(world, many)
  expect(await formOf(world, many)).toMatchObject({ memo: 'null' })
  await expect(
    world.deps.db.submitForm.update({ where: { token: oldest.formToken }, data: { slot: 51 } }),
  ).rejects.toThrow(/slot_in_range/)
  const unnumbered = await formOf(world, many)
  expect(await open({ ...unnumbered, type: 'manual', txid: hash() }, many)).toMatchObject({
    refused: 'memo_not_reserved',
  })
  granted(await open(unnumbered, many))

  const aSeasonLater = new Date(Date.now() + 91 * 24 * 60 * 60_000)
  await tidyUp({ ...world.deps, clock: { now: () => aSeasonLater } })
  expect((await formOf(world, many)).memo).not.toBe('null')
  const { escrowId } = granted(await open({ ...oldest, type: 'manual', txid: hash() }, many))
  expect(await memoOf(escrowId)).toBe(oldest.memo)
})
