/**
 * What an email says of dates is true when it is sent, the same at every try, and brings the date along for the
 * calendar: read in the post's own box (docs/decisions/110).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { showDisputes } from '#app/trade/disputes/queries/disputes-view.server.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  decide,
  deposit,
  HOUR_MS,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { seller as aSeller, escrowOf, granted, type Person, paidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let clock: MovingClock
let buyer: Person
let seller: Person

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
})

async function sendAll(): Promise<void> {
  const owed = await world.deps.db.outboxLetter.findMany({
    where: { sentAt: null, givenUpAt: null, withheldFor: null },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  for (const { id: letterId } of owed) await sendEmail(world.deps, { letterId })
}

const plainly = (text: string) => text.replace(/[\u2066-\u2069]/gu, '').replace(/[^\S\n]/gu, ' ')

function lastMail(trade: DatedTrade, to: Person) {
  const mail = world.harbour.post
    .mails()
    .findLast(({ to: [address], text }) => address === to.email && text?.includes(trade.transactionId))
  if (!mail) throw new Error('no mail')
  const [file] = mail.attachments
  const ics = file ? Buffer.from(file.content, 'base64').toString().replaceAll('\r\n ', '').split('\r\n') : null
  const lineOf = (name: string) => ics?.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  return {
    subject: plainly(mail.subject),
    text: plainly(mail.text ?? ''),
    file: file ?? null,
    ics: ics && {
      method: lineOf('METHOD'),
      uid: lineOf('UID'),
      at: lineOf('DTSTART'),
      number: Number(lineOf('SEQUENCE')),
    },
  }
}

const stampOf = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

test('each step of a trade names its date first, and moves one date in the calendar until it runs no more', async () => {
  const dates = { onSilence: 'accepted' } as const
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates })
  await sendAll()
  const toFund = lastMail(trade, buyer)
  expect(toFund.subject).toMatch(/^Fund by .*: otherwise the escrow ends$/)
  expect(toFund.ics).toMatchObject({ method: 'PUBLISH', at: stampOf((await openDeadline(world, trade))!.dueAt) })
  const uid = toFund.ics?.uid
  expect(uid).toMatch(new RegExp(`^${trade.transactionId}@`))

  clock.on(HOUR_MS)
  await deposit(world, trade, '10')
  await sendAll()
  const toPresent = lastMail(trade, seller)
  expect(toPresent.subject).toMatch(
    /^Present the documents by .*: otherwise 10\.0000 XLM goes back to the buyer 48 hours later$/,
  )
  expect(toPresent.ics).toMatchObject({ method: 'PUBLISH', uid })
  const funded = lastMail(trade, buyer)
  expect(funded.ics?.number).toBeGreaterThan(toFund.ics?.number ?? 0)

  clock.on(HOUR_MS)
  granted(await present(world, { seller, trade }))
  await sendAll()
  const toDecide = lastMail(trade, buyer)
  expect(toDecide.subject).toMatch(
    /^Decide by .*: otherwise the documents count as accepted 24 hours later, and 10\.0000 XLM goes to the seller$/,
  )
  expect(toDecide.text).not.toContain('stays with us')
  expect(toDecide.ics).toMatchObject({ uid, at: stampOf((await openDeadline(world, trade))!.dueAt) })

  clock.on(HOUR_MS)
  granted(await decide(world, { buyer, trade, approval: 'Approved' }))
  await sendAll()
  const approved = lastMail(trade, seller)
  expect(approved.ics).toMatchObject({ method: 'CANCEL', uid, at: toPresent.ics?.at })
  expect(approved.ics?.number).toBeGreaterThan(toPresent.ics?.number ?? 0)
})

test('where a dispute has to follow nobody is told that the documents count as accepted', async () => {
  const wallet = { walletFrom: 'seller', walletAddress: '' } as const
  const dates = { onSilence: 'accepted' } as const
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates, ...wallet })
  await deposit(world, trade, '10')
  granted(await present(world, { seller, trade }))
  await sendAll()
  expect(lastMail(trade, buyer).subject).toMatch(/otherwise Quayside decides 24 hours later who gets 10\.0000 XLM$/)
  await runOut(world, { clock, trade })
  await sendAll()
  for (const reader of [buyer, seller]) {
    const notice = lastMail(trade, reader)
    expect(notice.subject).toMatch(/otherwise Quayside decides who gets 10\.0000 XLM$/)
    expect(notice.text).toContain('the buyer has not checked the payout wallet')
  }
  await runOut(world, { clock, trade })
  await sendAll()
  const ofBuyer = lastMail(trade, buyer)
  expect(ofBuyer.subject).toMatch(/^Name a refund wallet: Quayside means to decide by /)
  expect(ofBuyer.text).toMatch(/^Your turn\n/)
  expect(ofBuyer.text).toContain('#refund-wallet')
  expect(ofBuyer.ics).toMatchObject({ method: 'CANCEL' })
  expect(lastMail(trade, seller).text).toMatch(/^Your turn\n/)
  // A date has opened it: nobody has made a statement yet.
  const escrow = await findEscrow(world.deps.db, trade.escrowId)
  if (!escrow) throw new Error('the escrow is gone')
  const { dispute } = await showDisputes(world.deps.db, { escrow, viewer: null, now: clock.now() })
  expect(dispute).toMatchObject({ byDates: true, voices: [], heardAt: null, openedBy: 'seller' })
})

test('documents that were rejected twice are not called not presented', async () => {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email })
  await deposit(world, trade, '10')
  for (const _ of [1, 2]) {
    granted(await present(world, { seller, trade }))
    granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
  }
  await sendAll()
  expect(lastMail(trade, seller).subject).toMatch(
    /^The buyer can allow another round by .*: otherwise 10\.0000 XLM goes back to the buyer/,
  )
  for (const _ of ['notice', 'outcome']) {
    await runOut(world, { clock, trade })
    await sendAll()
    for (const reader of [buyer, seller]) expect(lastMail(trade, reader).text).not.toMatch(/nothing was presented/i)
  }
  expect(lastMail(trade, seller).text).toContain('No documents were accepted in time')
})

test('what waits says what holds when it goes; a further try is the same letter with the same file', async () => {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email })
  await deposit(world, trade, '10')
  granted(await present(world, { seller, trade }))
  const before = (await openDeadline(world, trade))!.dueAt
  const until = new Date(before.getTime() + 7 * DAY_MS).toISOString().slice(0, 10)
  const { escrowId } = trade
  granted(await requestExtension(world.deps, { escrowId, userId: buyer.id, until, reason: 'A strike.' }))
  const { id: requestId } = await world.deps.db.timeRequest.findFirstOrThrow({ where: { escrowId } })
  granted(await answerExtension(world.deps, { escrowId, userId: seller.id, requestId, isAgreed: true }))
  const { id: letterId } = await world.deps.db.outboxLetter.findFirstOrThrow({
    where: { escrowId, recipient: buyer.email, content: { path: ['letter'], equals: 'seller_confirmed' } },
  })
  world.harbour.faults.set({ target: 'post', kind: 'drop_before', times: 1 })
  await sendEmail(world.deps, { letterId })
  const stored = await world.deps.db.outboxLetter.findUniqueOrThrow({ where: { id: letterId } })
  expect(stored.content).toMatchObject({ dates: { ahead: { by: new Date(`${until}T23:59:00Z`).toISOString() } } })
  clock.on(HOUR_MS)
  await sendEmail(world.deps, { letterId })
  const again = await world.deps.db.outboxLetter.findUniqueOrThrow({ where: { id: letterId } })
  expect(again.content).toEqual(stored.content)
  expect(again.sentAt).not.toBeNull()
  expect(lastMail(trade, buyer).ics?.at).toBe(stampOf(new Date(`${until}T23:59:00Z`)))
})

test('a dispute takes the date back, from whoever is a party no more as well', async () => {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email })
  await sendAll()
  const other = await aSeller(world)
  granted(await nameSeller(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, sellerEmail: other.email }))
  await sendAll()
  expect(lastMail(trade, seller).ics).toMatchObject({ method: 'CANCEL' })
  await deposit(world, trade, '10')
  await sendAll()
  granted(await openDispute(world.deps, { escrowId: trade.escrowId, userId: buyer.id, reason: 'Short.' }))
  await sendAll()
  expect(lastMail(trade, buyer)).toMatchObject({ ics: { method: 'CANCEL' } })
  expect(lastMail(trade, buyer).subject).toMatch(/^Name a refund wallet: /)
})

test('without dates no date decides, and no file comes along', async () => {
  const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
  await sendAll()
  const mail = lastMail({ ...opened, asset: 'XLM' }, buyer)
  expect(mail.text).toContain('No date decides')
  expect(mail.ics).toBeNull()
})
