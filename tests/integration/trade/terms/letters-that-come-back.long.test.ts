/** Emails that bounce: the other side is notified, the deadline pauses once, no mailbox is a veto (decision 109). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForEmailChange, changeEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { findDeliveryFailure } from '#app/notices/db/mail-events.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { UNDELIVERED_MS } from '#app/trade/terms/domain/pause-table.ts'
import { showDates } from '#app/trade/terms/queries/dates-view.server.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { followAddress } from '#app/trade/terms/workflows/follow-address.server.ts'
import { noteVisit } from '#app/trade/terms/workflows/note-visit.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  deposit,
  HOUR_MS,
  lettersOf,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { tell } from '#tests/support/letters/mail-events.ts'
import {
  granted,
  PASSWORD,
  type Person,
  paidBuyer,
  seller as someSeller,
  tokenOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let clock: MovingClock
/** Counts events of the mail service, whose clock advances by a second with each. */
let events = 0

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  setRuntime(world)
})
afterAll(async () => {
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  await closeLimits()
  await world?.[Symbol.asyncDispose]()
})

type Cast = { buyer: Person; seller: Person; trade: DatedTrade }

/** The seller has accepted the terms, and is bound; the emails about it have left. */
async function funded(): Promise<Cast> {
  const [buyer, seller] = [await paidBuyer(world), await someSeller(world)]
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates: { onSilence: 'accepted' } })
  const escrow = await findEscrow(world.deps.db, trade.escrowId)
  const sheet =
    escrow && (await showTerms(world.deps.db, { escrow, viewer: await findSomebody(world.deps.db, seller.id) }))
  const accepted = { escrowId: trade.escrowId, sellerId: seller.id, seen: sheet?.fingerprint ?? '' }
  granted(await acceptTerms(world.deps, accepted))
  await deposit(world, trade, '10')
  return { buyer, seller, trade }
}

async function presented(): Promise<Cast> {
  const cast = await funded()
  granted(await present(world, cast))
  return cast
}

/** The last email to somebody bounces, as the mail service says, and the worker does what follows. */
async function comesBack({ email }: Person, type = 'email.bounced') {
  const letter = await world.deps.db.outboxLetter.findFirstOrThrow({
    where: { recipient: email },
    orderBy: { id: 'desc' },
  })
  events += 1
  await tell({ type, to: email, letterId: letter.id, at: new Date(Date.now() + events * 1_000) })
  await followAddress(world.deps, { address: email })
}

async function running(trade: DatedTrade) {
  const row = await openDeadline(world, trade)
  if (!row) throw new Error('no clock runs')
  return row
}
const dueOf = async (trade: DatedTrade) => (await running(trade)).dueAt.getTime()
const pausesOf = ({ escrowId }: DatedTrade) => world.deps.db.undeliveredPause.findMany({ where: { escrowId } })
const opens = ({ escrowId }: DatedTrade, { id: userId }: Person) => noteVisit(world.deps, { escrowId, userId })
const cameBackTo = (trade: DatedTrade, to: Person) => lettersOf(world, { letter: 'letters_came_back', trade, to })

async function datesFor({ escrowId }: DatedTrade, reader: Person) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  if (!escrow) throw new Error('no escrow')
  const viewer = await findSomebody(world.deps.db, reader.id)
  return showDates(world.deps.db, { escrow, viewer, now: clock.now() })
}

async function pageFor({ transactionId: typed }: DatedTrade, reader: Person, role: 'buyer' | 'seller') {
  const viewer = { id: reader.id, email: reader.email, hasConfirmedEmail: true, role }
  const { escrowNetwork } = await import('#app/trade/lookup/web/escrow-network.server.ts')
  return lookUpEscrow(world.deps.db, { viewer, typed, network: escrowNetwork(), now: clock.now() })
}

describe('a deadline whose reader is not reached', () => {
  test('stands still until its reader opens the page: that much later it runs out, and no more', async () => {
    const { buyer, seller, trade } = await funded()
    const agreed = await dueOf(trade)
    await comesBack(seller)
    expect(await dueOf(trade)).toBe(agreed + UNDELIVERED_MS)
    const [pause] = await pausesOf(trade)
    const until = new Date((pause?.startedAt.getTime() ?? 0) + UNDELIVERED_MS).toISOString()
    expect(await datesFor(trade, buyer)).toMatchObject({ still: { why: 'undelivered', until }, clock: null })

    clock.on(DAY_MS)
    // Only the seller's own reading is notice to the seller.
    const stranger = await someSeller(world)
    const operator = await aUser(world.deps.db, { role: 'admin' })
    for (const person of [buyer, stranger, operator]) expect(await opens(trade, person)).toBe(false)
    expect(await dueOf(trade)).toBe(agreed + UNDELIVERED_MS)

    expect(await opens(trade, seller)).toBe(true)
    const [ended] = await pausesOf(trade)
    const stood = (ended?.endedAt?.getTime() ?? 0) - (ended?.startedAt.getTime() ?? 0)
    expect(stood).toBeGreaterThanOrEqual(DAY_MS)
    expect(await dueOf(trade)).toBe(agreed + stood)
    expect(await datesFor(trade, seller)).toMatchObject({ still: null, clock: { kind: 'present', owner: 'seller' } })

    // Once: other emails that bounce add nothing, and the page was opened in this turn.
    await comesBack(seller, 'email.delivered')
    await comesBack(seller)
    expect(await opens(trade, seller)).toBe(false)
    expect([await dueOf(trade), (await pausesOf(trade)).length]).toEqual([agreed + stood, 1])
  })

  test('does not stand still where its reader opened the page in this turn before', async () => {
    const { seller, trade } = await funded()
    const agreed = await dueOf(trade)
    expect(await opens(trade, seller)).toBe(true)
    await comesBack(seller)
    expect([await dueOf(trade), await pausesOf(trade)]).toEqual([agreed, []])
  })

  test.each(['email.complained', 'email.failed', 'email.delivery_delayed'])('does not for %s', async (type) => {
    const { seller, trade } = await funded()
    const agreed = await dueOf(trade)
    await comesBack(seller, type)
    expect([await dueOf(trade), await pausesOf(trade)]).toEqual([agreed, []])
  })

  test('is not that of the other side', async () => {
    const { buyer, trade } = await funded()
    const agreed = await dueOf(trade)
    await comesBack(buyer)
    expect([await dueOf(trade), await pausesOf(trade)]).toEqual([agreed, []])
  })

  test('stands still from the beginning of a step whose reader was not reached before', async () => {
    const { buyer, seller, trade } = await funded()
    await comesBack(buyer)
    granted(await present(world, { seller, trade }))
    const { turnSince } = await running(trade)
    expect(await pausesOf(trade)).toMatchObject([{ step: 'examine', userId: buyer.id, startedAt: turnSince }])
  })

  test('goes on when the address changes, or takes letters again', async () => {
    const { seller, trade } = await funded()
    await comesBack(seller)
    const email = `new-${seller.email}`
    granted(await askForEmailChange(world.deps, { userId: seller.id, email, password: PASSWORD }))
    const token = await tokenOf(world, seller, 'change_email')
    expect(await changeEmail(world.deps, { token, userId: seller.id })).toBeNull()
    await followAddress(world.deps, { address: email })
    expect(await pausesOf(trade)).toMatchObject([{ endedAt: expect.any(Date) }])

    const other = await funded()
    await comesBack(other.seller)
    await comesBack(other.seller, 'email.delivered')
    expect(await pausesOf(other.trade)).toMatchObject([{ endedAt: expect.any(Date) }])
  })

  test('runs out a week later as agreed, the silence at its end too: no mailbox is a veto', async () => {
    const { buyer, trade } = await presented()
    const agreed = await dueOf(trade)
    await comesBack(buyer)
    expect(await dueOf(trade)).toBe(agreed + UNDELIVERED_MS)
    clock.to(new Date(agreed + HOUR_MS))
    await runOut(world, { clock, trade })
    expect(await running(trade)).toMatchObject({ kind: 'last_notice' })
    const notice = await world.deps.db.outboxLetter.findFirstOrThrow({
      where: { recipient: buyer.email, content: { path: ['moment'], equals: 'notice' } },
    })
    expect(notice).toMatchObject({ withheldFor: 'undeliverable', sentAt: null })
    await runOut(world, { clock, trade })
    const escrow = await findEscrow(world.deps.db, trade.escrowId)
    expect(escrow).toMatchObject({ documentApprovalStatus: 'Approved', dispute: null })
  })

  test('a last notice that comes back has its reader’s step stand still then, once', async () => {
    const { buyer, trade } = await presented()
    await runOut(world, { clock, trade })
    const last = await running(trade)
    expect(last.kind).toBe('last_notice')
    await comesBack(buyer)
    expect(await dueOf(trade)).toBe(last.dueAt.getTime() + UNDELIVERED_MS)
    await runOut(world, { clock, trade })
    expect(await findEscrow(world.deps.db, trade.escrowId)).toMatchObject({ documentApprovalStatus: 'Approved' })
  })

  test('one that failed by our fault is Quayside’s to decide', async () => {
    const { buyer, trade } = await presented()
    await runOut(world, { clock, trade })
    await comesBack(buyer, 'email.failed')
    await runOut(world, { clock, trade })
    const escrow = await findEscrow(world.deps.db, trade.escrowId)
    expect(escrow).toMatchObject({ documentApprovalStatus: 'Pending', dispute: expect.anything() })
  })

  test('is kept to that by the database', async () => {
    const { seller, trade } = await funded()
    await comesBack(seller)
    await opens(trade, seller)
    const { db } = world.deps
    const where = { escrowId: trade.escrowId }
    await expect(db.undeliveredPause.deleteMany({ where })).rejects.toThrow('pauses are never deleted')
    await expect(db.undeliveredPause.updateMany({ where, data: { endedAt: null } })).rejects.toThrow('stays what it is')
    const [pause] = await pausesOf(trade)
    if (!pause) throw new Error('no pause')
    await expect(db.undeliveredPause.create({ data: { ...pause, endedAt: null } })).rejects.toThrow('Unique constraint')
    const startedAt = new Date(pause.startedAt.getTime() + DAY_MS)
    const wrong = { ...pause, step: 'examine', startedAt, endedAt: pause.startedAt }
    await expect(db.undeliveredPause.create({ data: wrong })).rejects.toThrow('undelivered_pause_ends_check')
  })
})

describe('told', () => {
  test('is the other side, on the page and by one letter, however often it comes and goes', async () => {
    const { buyer, seller, trade } = await funded()
    for (const type of ['email.bounced', 'email.delivered', 'email.bounced']) await comesBack(seller, type)
    expect(await cameBackTo(trade, buyer)).toMatchObject([{ side: 'seller', canCorrect: false }])
    const page = await pageFor(trade, buyer, 'buyer')
    expect(page).toMatchObject({ unreachedSince: expect.any(String), invitation: null })
    expect(page?.events.map(({ kind }) => kind)).toContain('letters_came_back')
    expect(await pageFor(trade, seller, 'seller')).toMatchObject({ unreachedSince: null })
    await comesBack(seller, 'email.delivered')
    expect(await pageFor(trade, buyer, 'buyer')).toMatchObject({ unreachedSince: null })
  })

  test('is the buyer, whose invitation came back: another address is named, and invited', async () => {
    const buyer = await paidBuyer(world)
    const invited = { id: '', email: `ravi-${buyer.id}@gmail.con` }
    const trade = await datedTrade(world, { buyer, sellerEmail: invited.email })
    await comesBack(invited)
    expect(await cameBackTo(trade, buyer)).toMatchObject([{ side: 'seller', canCorrect: true }])
    expect(await pageFor(trade, buyer, 'buyer')).toMatchObject({
      invitation: { state: 'returned' },
      unreachedSince: null,
    })
    const sellerEmail = `ravi-${buyer.id}@gmail.com`
    granted(await nameSeller(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, sellerEmail }))
    expect(await pageFor(trade, buyer, 'buyer')).toMatchObject({ invitation: { state: 'sending' } })
    expect(await lettersOf(world, { letter: 'escrow_opened', trade, to: { id: '', email: sellerEmail } })).toHaveLength(
      1,
    )
  })

  test('is nobody of a buyer’s mailbox who is no party', async () => {
    const buyer = await paidBuyer(world)
    const named = await someSeller(world)
    const trade = await datedTrade(world, { buyer, sellerEmail: named.email })
    await comesBack(buyer)
    expect(await pageFor(trade, named, 'seller')).toMatchObject({ unreachedSince: null })
    expect(await cameBackTo(trade, named)).toEqual([])
  })

  test('is the owner, on every page, and reading the escrow’s page is what ends the pause', async () => {
    const { seller, trade } = await funded()
    await comesBack(seller)
    const { loadViewer } = await import('#app/accounts/web/viewer.server.ts')
    const headers = { Cookie: await cookieOf(world, seller) }
    const since = (await findDeliveryFailure(world.deps.db, seller.email))?.since.toISOString()
    expect(await loadViewer(new Request(ORIGIN, { headers }))).toMatchObject({ unreachedSince: since })
    const { loader } = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
    const request = new Request(`${ORIGIN}/seller-confirm?txid=${trade.transactionId}`, { headers })
    const shown = await loader({ request, params: {}, context: {} })
    expect(shown.escrow?.agreement).toMatchObject({ still: null, clock: { owner: 'seller' } })
    expect(await pausesOf(trade)).toMatchObject([{ endedAt: expect.any(Date) }])
  })

  test('a letter to the other side that is not reached either is withheld, and ends there', async () => {
    const { buyer, seller, trade } = await funded()
    await comesBack(buyer)
    await comesBack(seller)
    const rows = await world.deps.db.outboxLetter.findMany({
      where: {
        recipient: { in: [buyer.email, seller.email] },
        content: { path: ['letter'], equals: 'letters_came_back' },
      },
    })
    for (const { id: letterId } of rows) await sendEmail(world.deps, { letterId })
    const after = await world.deps.db.outboxLetter.findMany({ where: { id: { in: rows.map(({ id }) => id) } } })
    expect(after.map(({ withheldFor }) => withheldFor)).toEqual(['undeliverable', 'undeliverable'])
    expect(await cameBackTo(trade, buyer)).toHaveLength(1)
  })
})
