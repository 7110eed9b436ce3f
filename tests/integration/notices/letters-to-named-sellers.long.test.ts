/**
 * A named seller needs no account: emails lead to the trade by the invitation's link, never to a login (decision 031).
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INVITATION_LIFE_MS } from '#app/notices/domain/email-limits.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { readInvitation } from '#app/trade/opening/queries/invitation.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { remind } from '#app/trade/reminders/workflows/remind.server.ts'
import { dueReminders } from '#tests/support/agreement/due.ts'
import { castOf, deskOf, walletAt } from '#tests/support/settlement/settlement.ts'
import { escrowOf, fund, granted, type Person, register } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const HOUR_MS = 3_600_000

let world: World
let buyer: Person
let desk: ReturnType<typeof deskOf>
let count = 0

beforeAll(async () => {
  world = await openWorld()
  const cast = await castOf(world)
  buyer = cast.buyer
  desk = deskOf(world, cast)
})
afterAll(() => world?.[Symbol.asyncDispose]())

const newAddress = () => `named-${++count}@example.net`
const open = (sellerEmail: string) => escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail })
const atHour = (hours: number) => ({
  ...world.deps,
  clock: { now: () => new Date(Date.now() + hours * HOUR_MS) },
})

async function sweep(hours: number): Promise<void> {
  const then = atHour(hours)
  for (const due of await dueReminders(then.db, then.clock.now())) await remind(then, due)
}

/** Returns every email to an address, with the one page of ours that it leads to. */
async function lettersTo(email: string) {
  const { db } = world.deps
  const waits = { recipient: email, sentAt: null, withheldFor: null }
  await world.workUntil(async () => (await db.outboxLetter.count({ where: waits })) === 0, 'the letters are sent')
  const rows = await db.outboxLetter.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } })
  return rows.map(({ id, content }) => {
    const { letter, kind } = content as { letter: string; kind?: string }
    const mail = world.harbour.post.mails().find(({ idempotencyKey }) => idempotencyKey === id)
    const path = /^http\S+/m.exec(mail?.text ?? '')?.[0].replace(ORIGIN, '') ?? ''
    return { what: kind ?? letter, path, text: mail?.text ?? '' }
  })
}

/** Returns what a visitor sees who has only the link. */
async function shown(path: string, hours = 0) {
  const token = new URL(path, ORIGIN).searchParams.get('token') ?? ''
  return readInvitation(world.deps.db, { token, now: atHour(hours).clock.now(), viewer: null })
}

describe('to an address without an account', () => {
  it('each letter of an escrow leads to the trade, from the invitation to the end', async () => {
    const email = newAddress()
    const escrow = await open(email)
    await lettersTo(email)
    await sweep(25)
    await lettersTo(email)
    await fund(world, escrow.escrowId)
    await sweep(74)
    await lettersTo(email)
    const wallet = walletAt('XLM', 'friend')
    granted(await askForRefund(world.deps, { ...escrow, buyerId: buyer.id, reason: 'No answer.', wallet }))
    await sweep(100)
    // While the dispute is open, the interrupted emails would wait.
    await lettersTo(email)
    granted(await openDispute(world.deps, { ...escrow, userId: buyer.id, reason: 'No answer.' }))
    const walked = await lettersTo(email)
    expect(await shown(walked[0]?.path ?? '')).toMatchObject({ trade: { isFunded: true, halted: 'disputed' } })
    for (const { path, what } of walked) {
      expect(path, what).toMatch(/^\/invitation\?token=[\w-]{43}$/)
      expect(await shown(path), what).toMatchObject({ state: 'register', trade: { email, amount: '10' } })
    }
    granted(await desk.decide({ ...escrow, asset: 'XLM' }, { decision: 'refund' }))
    await desk.untilPaid({ ...escrow, asset: 'XLM' })
    const all = await lettersTo(email)
    expect(all.map(({ what }) => what)).toEqual([
      'escrow_opened',
      'invitation_unanswered',
      'escrow_funded',
      'shipment_unconfirmed',
      'refund_requested',
      'refund_unanswered',
      'dispute_opened',
      'dispute_decided',
      'funds_refunded',
    ])
    for (const { path, text } of all) {
      expect(path).toMatch(/^\/invitation\?token=/)
      expect(text).not.toContain('/dashboard')
    }
    // When all is over the link shows nothing, and no login.
    expect(await shown(all.at(-1)?.path ?? '')).toEqual({ state: 'over' })
  })

  it('a newer letter begins the time of the link anew', async () => {
    const email = newAddress()
    const { escrowId } = await open(email)
    const [invitation] = await lettersTo(email)
    const late = (INVITATION_LIFE_MS * 1.5) / HOUR_MS
    expect(await shown(invitation?.path ?? '', late)).toEqual({ state: 'over' })
    await world.deps.db.$executeRaw`
      update "seller_invitation" set "createdAt" = "createdAt" - interval '20 days', "expiresAt" = "expiresAt" - interval '20 days'
      where "escrowId" = ${escrowId}::uuid`
    await fund(world, escrowId)
    const [, funded] = await lettersTo(email)
    expect(funded?.path).toBe(invitation?.path)
    expect(await shown(funded?.path ?? '', 29 * 24)).toMatchObject({ state: 'register' })
    expect(await shown(funded?.path ?? '', 31 * 24)).toEqual({ state: 'over' })
  })

  it('what was called off is told with the link, and whoever was replaced is led to no trade', async () => {
    const email = newAddress()
    const { escrowId } = await open(email)
    await lettersTo(email)
    granted(await nameSeller(world.deps, { escrowId, buyerId: buyer.id, sellerEmail: newAddress() }))
    const other = newAddress()
    const off = await open(other)
    await lettersTo(other)
    granted(await cancelEscrow(world.deps, { escrowId: off.escrowId, buyerId: buyer.id, wallet: null }))
    expect((await lettersTo(other)).map(({ what, path }) => [what, path.split('?')[0]])).toEqual([
      ['escrow_opened', '/invitation'],
      ['escrow_cancelled', '/invitation'],
    ])
    const [, replaced] = await lettersTo(email)
    expect(replaced?.what).toBe('seller_replaced')
    expect(replaced?.text).not.toContain('/invitation')
  })

  it('a letter that came after an invitation was withheld leads to the trade all the same', async () => {
    const email = newAddress()
    const { escrowId } = await open(email)
    // As if the address had reached the day's limit of emails.
    await world.deps.db.outboxLetter.updateMany({ where: { escrowId }, data: { withheldFor: 'limit' } })
    await fund(world, escrowId)
    const funded = (await lettersTo(email)).find(({ what }) => what === 'escrow_funded')
    expect(await shown(funded?.path ?? '')).toMatchObject({ state: 'register' })
  })
})

it('to a seller whose account has that address, confirmed, letters lead to the dashboard as before', async () => {
  const { email } = await register(world, { role: 'seller' })
  const { escrowId, transactionId } = await open(email)
  await fund(world, escrowId)
  const funded = (await lettersTo(email)).find(({ what }) => what === 'escrow_funded')
  expect(funded?.path).toBe(`/dashboard?txid=${transactionId}`)
  const newcomer = await register(world, { role: 'seller', isConfirmed: false })
  const second = await open(newcomer.email)
  await fund(world, second.escrowId)
  const letters = (await lettersTo(newcomer.email)).filter(({ what }) => what.startsWith('escrow_'))
  expect(letters.map(({ path }) => path.split('?')[0])).toEqual(['/invitation', '/invitation'])
})
