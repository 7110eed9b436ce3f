/** Closing an account: what has to end first, what is deleted, what stays, and that all money has an owner. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForEmailChange } from '#app/accounts/workflows/own/change-email.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { checkCredentials, openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { storeRetention } from '#app/screening/db/retention.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { findOpenWork, forgetKept } from '#app/settings/db/closing.server.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { castOf, deskOf, walletAt } from '#tests/support/settlement/settlement.ts'
import { nextCode, withSecondFactor } from '#tests/support/world/authenticator.ts'
import {
  escrowOf,
  granted,
  PASSWORD,
  type Person,
  paidBuyer,
  pay,
  pilotBuyer,
  readPayments,
  register,
  seller,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const close = ({ id: userId }: Person, proof: { password?: string; code?: string } = {}) =>
  closeAccount(world.deps, { userId, password: PASSWORD, code: '', ...proof })
const closeLongAgo = ({ id: userId }: Person, years: number) => {
  const at = new Date()
  at.setUTCFullYear(at.getUTCFullYear() - years)
  const deps = { ...world.deps, clock: { now: () => at } }
  return closeAccount(deps, { userId, password: PASSWORD, code: '' })
}
const rowOf = ({ id }: Person) => world.deps.db.user.findUniqueOrThrow({ where: { id } })
const callOff = (buyer: Person, { escrowId }: { escrowId: string }) =>
  cancelEscrow(world.deps, { escrowId, buyerId: buyer.id, wallet: null })

describe('an account without trades', () => {
  test('is gone at once, with name, address, ways in and choices, and its address is free again', async () => {
    const { deps } = world
    const person = await register(world, { role: 'seller' })
    const session = await openSession(deps, person.id)
    await deps.db.user.update({ where: { id: person.id }, data: { walletAddress: 'G', walletCurrency: 'XLM' } })
    await deps.db.letterOff.create({ data: { address: person.email, kind: 'invitation_unanswered' } })
    expect(await deps.db.savedWallet.count({ where: { userId: person.id } })).toBe(1)
    expect(await close(person)).toBeNull()
    const row = await rowOf(person)
    expect(row).toMatchObject({
      name: '',
      keptUntil: null,
      keptEmail: null,
      walletAddress: null,
      emailConfirmedAt: null,
    })
    expect(row.email).toBe(`${person.id}@closed.invalid`)
    expect(row.closedAt).toBeInstanceOf(Date)
    const { db } = deps
    const where = { where: { userId: person.id } }
    expect(
      await Promise.all([
        db.session.count(where),
        db.password.count(where),
        db.accountToken.count(where),
        db.savedWallet.count(where),
        db.letterOff.count({ where: { address: person.email } }),
      ]),
    ).toEqual([0, 0, 0, 0, 0])
    expect(session.token).not.toBe('')
    expect(isRefusal(await checkCredentials(deps, { email: person.email, password: PASSWORD }))).toBe(true)
    const again = { name: 'Somebody', email: person.email, password: PASSWORD, role: 'buyer', locale: 'en' } as const
    expect(granted(await registerUser(deps, { ...again, isPilot: false })).userId).not.toBe(person.id)
  })

  test('gets a last letter, and no other letter of its keeps the address', async () => {
    const { db } = world.deps
    const person = await unpaidBuyer(world)
    const sent = await db.outboxLetter.findFirstOrThrow({ where: { recipient: person.email } })
    await db.outboxLetter.update({
      where: { id: sent.id },
      data: { sentAt: new Date(), attempts: 1, firstTriedAt: new Date() },
    })
    expect(await close(person)).toBeNull()
    const letters = await db.outboxLetter.findMany({
      where: { userId: person.id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    expect(letters.filter(({ recipient }) => recipient === person.email).map(({ content }) => content)).toEqual([
      {
        letter: 'account_closed',
        closedAt: expect.any(String),
        keptUntil: null,
        // The comparison is kept for everybody.
        comparedUntil: expect.any(String),
      },
    ])
    const last = letters.find(({ recipient }) => recipient === person.email)
    await db.outboxLetter.update({
      where: { id: last?.id ?? '' },
      data: { sentAt: new Date(), attempts: 1, firstTriedAt: new Date() },
    })
    await forgetKept(db, { now: new Date(), sentBefore: new Date(Date.now() + 1_000) })
    expect(
      await db.outboxLetter.count({
        where: { OR: [{ recipient: person.email }, { key: { contains: person.email } }] },
      }),
    ).toBe(0)
  })

  test('no letter about the account keeps an address: not of a check, of new terms, of another address, nor one given up', async () => {
    const { deps } = world
    const { db } = deps
    const person = await unpaidBuyer(world)
    const other = `other-${randomUUID()}@people.example`
    granted(await askForEmailChange(deps, { userId: person.id, email: other, password: PASSWORD }))
    const to = { userId: person.id }
    const queue = (event: string, content: EmailContent) =>
      inTransaction(db, (tx) => queueEmail(tx, { event: `${event}:${person.id}`, to, content }))
    await queue('checked', { letter: 'account_checked', what: 'done' })
    await queue('terms', { letter: 'terms_changed', escrows: [] })
    const tried = { attempts: 1, firstTriedAt: new Date() }
    await db.outboxLetter.updateMany({
      where: { recipient: { in: [person.email, other] } },
      data: { ...tried, sentAt: new Date() },
    })
    await db.outboxLetter.updateMany({
      where: { recipient: person.email, key: { startsWith: 'checked' } },
      data: { sentAt: null, givenUpAt: new Date(), givenUpFor: 'refused', lastError: 'no such mailbox' },
    })
    expect(await close(person)).toBeNull()
    const named = (address: string) =>
      db.outboxLetter.findMany({
        where: { OR: [{ recipient: address }, { key: { contains: address } }] },
        select: { content: true },
      })
    expect((await named(person.email)).map(({ content }) => content)).toEqual([
      expect.objectContaining({ letter: 'account_closed' }),
    ])
    expect(await named(other)).toEqual([])
  })

  test('closes for whoever knows the password, and the second factor where one is set; operators do not', async () => {
    const person = await seller(world)
    expect(await close(person, { password: 'not it' })).toMatchObject({ refused: 'password_wrong' })
    await withSecondFactor(world, person)
    expect(await close(person)).toMatchObject({ refused: 'code_wrong' })
    expect((await rowOf(person)).closedAt).toBeNull()
    expect(await close(person, { code: (await nextCode(world, person)).code })).toBeNull()
    const operator = await seller(world)
    await world.deps.db.user.update({ where: { id: operator.id }, data: { role: 'admin' } })
    expect(await close(operator)).toMatchObject({ refused: 'operator_not_closed' })
  })

  test('gives its mailbox no second free transaction', async () => {
    const person = await pilotBuyer(world)
    expect(await close(person)).toBeNull()
    expect((await rowOf(person)).pilotPerson).toMatch(/^sha256:[0-9a-f]{64}$/)
    const again = { name: 'Back', password: PASSWORD, role: 'buyer', isPilot: true, locale: 'en' } as const
    expect(granted(await registerUser(world.deps, { ...again, email: person.email })).isPilot).toBe(false)
  })

  test('nothing can be begun for it any more: the database refuses', async () => {
    const { db } = world.deps
    const [person, buyer] = [await seller(world), await paidBuyer(world)]
    const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
    expect(await close(person)).toBeNull()
    await expect(openSession(world.deps, person.id)).rejects.toThrow(/is closed/)
    await expect(db.password.create({ data: { userId: person.id, hash: 'h' } })).rejects.toThrow(/is closed/)
    await expect(db.escrow.update({ where: { id: escrowId }, data: { sellerId: person.id } })).rejects.toThrow(
      /is closed/,
    )
    await expect(db.user.update({ where: { id: person.id }, data: { closedAt: null } })).rejects.toThrow()
    await expect(db.user.update({ where: { id: person.id }, data: { email: 'back@example.org' } })).rejects.toThrow()
  })
})

describe('an account with trades', () => {
  test('waits until each is over, is told which, and keeps name and address for five years', async () => {
    const cast = await castOf(world)
    const desk = deskOf(world, cast)
    const { buyer } = cast
    const trade = await desk.openFunded('XLM', '12')
    const open = await escrowOf(world, { buyer, asset: 'XRP', amount: '7' })
    for (const person of [buyer, cast.seller].slice(0, 1)) {
      expect(await close(person)).toMatchObject({ refused: 'account_open' })
    }
    granted(await desk.confirm(trade))
    expect(await close(cast.seller)).toMatchObject({ refused: 'account_open' })
    granted(await desk.review(trade))
    expect(await close(cast.seller)).toMatchObject({ refused: 'account_open' })
    await desk.untilPaid(trade)
    expect(await closeLongAgo(cast.seller, 4)).toBeNull()
    const row = await rowOf(cast.seller)
    expect(row).toMatchObject({ name: 'A seller', keptEmail: cast.seller.email })
    expect(row.keptUntil?.getUTCFullYear()).toBe((row.closedAt?.getUTCFullYear() ?? 0) + 5)

    expect(await close(buyer)).toMatchObject({ refused: 'account_open' })
    granted(await callOff(buyer, open))
    expect(await closeLongAgo(buyer, 5)).toBeNull()

    const { db } = world.deps
    const ends = async (person: Person) => (await rowOf(person)).keptUntil ?? new Date()
    const terms = () => db.acceptedTerms.findFirstOrThrow({ where: { escrow: { buyerId: buyer.id } } })
    const { text, sha256 } = await terms()
    expect(text).toContain('A seller')
    const end = await ends(buyer)
    await forgetKept(db, { now: new Date(end.getTime() - 1), sentBefore: new Date(0) })
    expect((await terms()).text, 'both sides are still known').toBe(text)
    expect((await rowOf(buyer)).keptEmail).toBe(buyer.email)
    await forgetKept(db, { now: end, sentBefore: new Date(0) })
    expect(await rowOf(buyer)).toMatchObject({ name: '', keptEmail: null, keptUntil: null })
    expect(await terms(), 'the fingerprint stays').toMatchObject({ text: null, sha256 })
    const purged = await db.auditEvent.findFirstOrThrow({ where: { kind: 'kept_purged' } })
    expect(purged.detail).toEqual({ accounts: 1, texts: 1 })

    // The seller's year is not over, whatever the app's clock says.
    await forgetKept(db, { now: await ends(cast.seller), sentBefore: new Date(0) })
    expect(await rowOf(cast.seller)).toMatchObject({ keptEmail: cast.seller.email })
    const where = { id: cast.seller.id }
    for (const early of [{ name: '' }, { keptEmail: null }, { keptUntil: new Date(Date.now() + 1_000) }])
      await expect(db.user.update({ where, data: early })).rejects.toThrow(/are kept until/)
    const id = randomUUID()
    const years = { closedAt: new Date(), keptUntil: new Date(Date.now() + 4.9 * 365 * 86_400_000) }
    const shorter = db.user.create({ data: { id, name: '', email: `${id}@closed.invalid`, ...years } })
    await expect(shorter).rejects.toThrow(/user_kept_for_years/)
  })

  test('a dispute, and money that waits to be sent back, keep it open', async () => {
    const cast = await castOf(world)
    const desk = deskOf(world, cast)
    const disputed = await desk.openFunded('XLM', '20')
    granted(await desk.confirm(disputed))
    granted(await desk.dispute(disputed))
    expect(await close(cast.buyer)).toMatchObject({ refused: 'account_open' })
    expect(await close(cast.seller)).toMatchObject({ refused: 'account_open' })
    granted(await desk.state(disputed, walletAt('XLM', 'friend')))
    granted(await desk.decide(disputed, { decision: 'refund' }))
    await desk.untilPaid(disputed)
    expect(await close(cast.seller)).toBeNull()
    const over = await desk.openFunded('XLM', '9', { paid: '10' })
    expect(await close(cast.buyer)).toMatchObject({ refused: 'account_open' })
    expect(over.escrowId).not.toBe('')
  })

  test('the database refuses a closing while anything is open, whoever asks', async () => {
    const buyer = await paidBuyer(world)
    await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
    const closing = world.deps.db.$executeRaw`
      update "user" set "closedAt" = now(), "name" = '', "email" = "id"::text || '@closed.invalid', "emailConfirmedAt" = null
      where "id" = ${buyer.id}::uuid`
    await expect(closing).rejects.toThrow(/open work/)
  })
})

test('an account is not closed while somebody has yet to look at its person, and says no more than that', async () => {
  const { db } = world.deps
  const person = await seller(world)
  await db.user.update({ where: { id: person.id }, data: { name: 'Balthazar Quillfeather' } })
  await screenPerson(world.deps, { userId: person.id })
  expect(await close(person)).toMatchObject({ refused: 'account_open' })
  expect(await findOpenWork(db, person.id)).toEqual([{ kind: 'check', subject: '' }])
})

test('the years of the setting count, and are never less than five', async () => {
  const { db } = world.deps
  const screening = { ...world.deps.settings.screening, keepYears: 10 }
  await storeRetention(db, 10)
  expect((await db.retentionClass.findMany()).map(({ years }) => years)).toEqual([10, 10, 10, 10, 10])
  const buyer = await paidBuyer(world)
  const asked = { userId: buyer.id, password: PASSWORD, code: '' }
  const settings = { ...world.deps.settings, screening }
  expect(await closeAccount({ ...world.deps, settings }, asked)).toBeNull()
  const { closedAt, keptUntil } = await rowOf(buyer)
  expect(keptUntil?.getUTCFullYear()).toBe((closedAt?.getUTCFullYear() ?? 0) + 10)
  await expect(storeRetention(db, 4)).rejects.toThrow(/retention_class_years/)
  await storeRetention(db, 5)
})

describe('money that comes when an account is closed', () => {
  const cases = (hash: string) =>
    world.deps.db.ledgerPayment.findFirst({ where: { hash }, include: { paymentCase: true } })

  test('for a called off escrow is a case of the operator, and never belongs to nobody', async () => {
    const buyer = await paidBuyer(world)
    const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
    const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    granted(await callOff(buyer, { escrowId }))
    expect(await close(buyer)).toBeNull()
    const [hash = ''] = await pay(world, {
      asset: 'XLM',
      to: escrow.account,
      amount: '5',
      memo: String(escrow.reference),
    })
    await readPayments(world, { network: 'stellar', account: escrow.account })
    await world.workUntil(async () => (await cases(hash)) !== null, 'the payment is seen')
    expect(await cases(hash)).toMatchObject({ escrowId: null, paymentCase: { kind: 'unknown_memo', closedAt: null } })
  })

  test('for a fee that was asked for before is one, too', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = granted(
      await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' }),
    )
    expect(await close(buyer)).toBeNull()
    const order = { asset: 'USDC', to: quote.account, amount: quote.amountDue.toFixed() } as const
    const [hash = ''] = await pay(world, { ...order, memo: String(quote.reference) })
    await readPayments(world, { network: 'stellar', account: quote.account })
    await world.workUntil(async () => (await cases(hash)) !== null, 'the payment is seen')
    expect(await cases(hash)).toMatchObject({ paymentCase: { kind: 'quote_closed', closedAt: null } })
    expect((await rowOf(buyer)).hasPaid).toBe(false)
  })

  test.each(Array.from({ length: 6 }, (_, round) => [round]))(
    'at the same moment: either it counts and the account stays open, or it is a case (%i)',
    async () => {
      const { db } = world.deps
      const buyer = await paidBuyer(world)
      const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
      const escrow = await db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
      granted(await callOff(buyer, { escrowId }))
      const [hash = ''] = await pay(world, {
        asset: 'XLM',
        to: escrow.account,
        amount: '5',
        memo: String(escrow.reference),
      })
      await inTransaction(db, (tx) =>
        enqueue(tx, { name: 'ingest_payments', payload: { network: 'stellar', account: escrow.account } }),
      )
      const [closed] = await Promise.all([
        close(buyer),
        world.workUntil(async () => (await cases(hash)) !== null, 'the payment is seen'),
      ])
      const found = await cases(hash)
      const row = await rowOf(buyer)
      if (isRefusal(closed)) {
        expect(closed.refused).toBe('account_open')
        expect(row.closedAt).toBeNull()
        expect(found).toMatchObject({ escrowId, paymentCase: null })
      } else {
        expect(row.closedAt).not.toBeNull()
        expect(found).toMatchObject({ escrowId: null, paymentCase: { kind: 'unknown_memo' } })
      }
    },
  )

  test.each(Array.from({ length: 4 }, (_, round) => [round]))(
    'an escrow opened in another tab at the same moment is refused, or keeps the account open (%i)',
    async () => {
      const { db } = world.deps
      const buyer = await paidBuyer(world)
      const [closed, opened] = await Promise.all([
        close(buyer),
        escrowOf(world, { buyer, asset: 'XLM', amount: '5', notes: randomUUID() }).catch((error: unknown) => error),
      ])
      const open = await db.escrow.count({ where: { buyerId: buyer.id } })
      expect(open).toBe(isRefusal(closed) ? 1 : 0)
      expect(opened instanceof Error).toBe(!isRefusal(closed))
      expect((await rowOf(buyer)).closedAt === null).toBe(isRefusal(closed))
    },
  )
})
