/** What both sides agreed: sealed once, by whoever may, as read; the requested documents decide what silence means. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { correctEscrow } from '#app/trade/opening/workflows/correcting/correct-escrow.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  type DatedTrade,
  datedTrade,
  deposit,
  lettersOf,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  seller as aSeller,
  escrowOf,
  granted,
  type Person,
  paidBuyer,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let seller: Person
let other: Person
let clock: MovingClock

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
  other = await aSeller(world)
})
afterAll(async () => {
  await expectBooksSound(world.deps.db)
  await world?.[Symbol.asyncDispose]()
})

type Opened = { escrowId: string; transactionId: string }
const termsOf = ({ escrowId }: Opened) =>
  world.deps.db.acceptedTerms.findMany({ where: { escrowId }, orderBy: { version: 'asc' } })
const rowOf = ({ escrowId }: Opened) => world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })

async function shown({ escrowId }: Opened, who: Person) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  if (!escrow) throw new Error('no escrow')
  return showTerms(world.deps.db, { escrow, viewer: await findSomebody(world.deps.db, who.id) })
}

const seenBy = async (trade: Opened, who: Person) => (await shown(trade, who)).fingerprint ?? ''

async function accept(trade: Opened, who = seller, seen?: string) {
  return acceptTerms(world.deps, {
    escrowId: trade.escrowId,
    sellerId: who.id,
    seen: seen ?? (await seenBy(trade, who)),
  })
}

const open = (sellerEmail = seller.email) => datedTrade(world, { buyer, sellerEmail, notes: 'Forty bags of coffee' })

describe('accepting', () => {
  test('fixes the sheet that was read, binds the seller, and is told to the buyer', async () => {
    const trade = await open()
    const before = await shown(trade, seller)
    expect(before).toMatchObject({ mayAccept: true, mayPropose: 'ask', versions: [], isMoved: false })
    expect(await shown(trade, buyer)).toMatchObject({
      mayAccept: false,
      mayPropose: null,
      sheet: null,
      fingerprint: null,
    })
    granted(await accept(trade))
    const [terms, ...more] = await termsOf(trade)
    expect(more).toEqual([])
    expect(terms).toMatchObject({ version: 1, acceptedById: seller.id, sha256: before.fingerprint, amendmentId: null })
    expect(
      createHash('sha256')
        .update(terms?.text ?? '')
        .digest('hex'),
    ).toBe(before.fingerprint)
    expect(JSON.parse(terms?.text ?? '')).toMatchObject({
      format: 'quayside-terms-1',
      escrow: trade.transactionId,
      amount: '10',
      asset: 'XLM',
      notes: 'Forty bags of coffee',
      contract: null,
      dates: { documents: ['BillOfLading'], ifNotExamined: 'quayside' },
    })
    expect(await rowOf(trade)).toMatchObject({ sellerId: seller.id, confirmedAt: null })
    for (const who of [buyer, seller]) {
      expect(await shown(trade, who)).toMatchObject({
        mayAccept: false,
        mayPropose: 'propose',
        fingerprint: before.fingerprint,
        versions: [{ version: 1 }],
      })
    }
    expect(await lettersOf(world, { letter: 'terms', trade, to: buyer })).toMatchObject([{ moment: 'accepted' }])
    expect(await world.deps.db.auditEvent.count({ where: { escrowId: trade.escrowId, kind: 'terms_accepted' } })).toBe(
      1,
    )
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'fund' })
  })

  test('is done once, however often it is sent', async () => {
    const trade = await open()
    const seen = await seenBy(trade, seller)
    const sent = await Promise.all([1, 2, 3].map(() => accept(trade, seller, seen)))
    for (const one of sent) granted(one)
    expect(await termsOf(trade)).toHaveLength(1)
    expect(await lettersOf(world, { letter: 'terms', trade, to: buyer })).toHaveLength(1)
  })

  test('is not for the buyer, nor for somebody who is not named', async () => {
    const trade = await open()
    const seen = await seenBy(trade, seller)
    for (const who of [buyer, other]) {
      expect(await accept(trade, who, seen)).toMatchObject({ refused: 'escrow_not_found' })
    }
    expect(await termsOf(trade)).toEqual([])
    const unnamed = await open('')
    granted(await accept(unnamed, other))
    expect(await accept(unnamed, seller, await seenBy(unnamed, other))).toMatchObject({ refused: 'escrow_not_found' })
  })

  test('of another sheet than the one that was read is refused', async () => {
    const trade = await open()
    const seen = await seenBy(trade, seller)
    const correction = { escrowId: trade.escrowId, buyerId: buyer.id, notes: 'Thirty bags', terms: '', seen: '' }
    const wallet = { walletFrom: 'typed' as const, wallet: { address: walletOf('XLM'), memo: '' } }
    granted(await correctEscrow(world.deps, { ...correction, ...wallet, amount: '10' }))
    expect(await accept(trade, seller, seen)).toMatchObject({ refused: 'terms_changed' })
    granted(await accept(trade))
    expect(JSON.parse((await termsOf(trade))[0]?.text ?? '')).toMatchObject({ notes: 'Thirty bags' })
  })

  test('is over when the escrow is', async () => {
    const trade = await open()
    const seen = await seenBy(trade, seller)
    granted(await cancelEscrow(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, wallet: null }))
    expect(await accept(trade, seller, seen)).toMatchObject({ refused: 'escrow_settled' })
  })
})

describe('what was accepted stays', () => {
  test('the buyer corrects nothing any more, and names nobody else', async () => {
    const trade = await open()
    granted(await accept(trade))
    const { escrowId } = trade
    const correction = { escrowId, buyerId: buyer.id, amount: '9', notes: 'Thirty bags', terms: '', seen: '' }
    const wallet = { walletFrom: 'typed' as const, wallet: { address: walletOf('XLM'), memo: '' } }
    expect(await correctEscrow(world.deps, { ...correction, ...wallet })).toMatchObject({
      refused: 'correction_too_late',
    })
    expect(await nameSeller(world.deps, { escrowId, buyerId: buyer.id, sellerEmail: other.email })).toMatchObject({
      refused: 'seller_is_bound',
    })
    for (const data of [
      { amount: '9', correctedAt: new Date() },
      { notes: 'x', correctedAt: new Date() },
    ]) {
      await expect(world.deps.db.escrow.update({ where: { id: escrowId }, data })).rejects.toThrow('keeps its terms')
    }
  })

  test('a correction and an acceptance at the same moment leave one sheet that both have agreed to', async () => {
    for (let round = 0; round < 4; round += 1) {
      const trade = await open()
      const seen = await seenBy(trade, seller)
      const correction = { escrowId: trade.escrowId, buyerId: buyer.id, notes: 'Thirty bags', terms: '', seen: '' }
      const wallet = { walletFrom: 'typed' as const, wallet: { address: walletOf('XLM'), memo: '' } }
      const [accepted, corrected] = await Promise.all([
        accept(trade, seller, seen),
        correctEscrow(world.deps, { ...correction, ...wallet, amount: '10' }),
      ])
      expect(['refused' in accepted, 'refused' in corrected].filter(Boolean)).toHaveLength(1)
      const [terms] = await termsOf(trade)
      if (terms) expect(JSON.parse(terms.text ?? '')).toMatchObject({ notes: (await rowOf(trade)).notes })
    }
  })

  test('more time moves the date, and not what was accepted', async () => {
    const trade = await open()
    granted(await accept(trade))
    const running = await openDeadline(world, trade)
    const until = new Date((running?.dueAt.getTime() ?? 0) + 3 * 86_400_000).toISOString().slice(0, 10)
    granted(await requestExtension(world.deps, { escrowId: trade.escrowId, userId: buyer.id, until, reason: '' }))
    expect(await shown(trade, seller), 'bound by accepting: the seller is asked').toMatchObject({ isMoved: false })
    expect(await world.deps.db.timeRequest.findFirst({ where: { escrowId: trade.escrowId } })).toMatchObject({
      answer: null,
    })
  })

  test('the database refuses every other version, text, hand and order', async () => {
    const { db } = world.deps
    const trade = await open()
    const bare = await open()
    granted(await accept(trade))
    const [terms] = await termsOf(trade)
    if (!terms) throw new Error('nothing was sealed')
    const { escrowId } = trade
    const key = { escrowId_version: { escrowId, version: 1 } }
    for (const data of [{ text: '{}' }, { text: null }, { sha256: '0'.repeat(64) }, { acceptedAt: new Date() }]) {
      await expect(db.acceptedTerms.update({ where: key, data }), JSON.stringify(data)).rejects.toThrow()
    }
    await expect(db.acceptedTerms.delete({ where: key })).rejects.toThrow('never deleted')
    const next = { ...terms, version: 2 }
    await expect(db.acceptedTerms.create({ data: next }), 'without an amendment').rejects.toThrow()
    const first = { ...terms, escrowId: bare.escrowId }
    await expect(db.acceptedTerms.create({ data: first }), 'nobody is bound').rejects.toThrow('accepts this')
    granted(await accept(bare))
    await expect(db.acceptedTerms.create({ data: { ...first, acceptedById: buyer.id } })).rejects.toThrow()
    await expect(
      db.milestone.update({ where: { escrowId }, data: { presentBy: new Date('2028-01-01') } }),
    ).rejects.toThrow('stay as they were agreed')
    await expect(db.milestone.update({ where: { escrowId }, data: { onSilence: 'accepted' } })).rejects.toThrow()
    await expect(db.milestone.update({ where: { escrowId }, data: { documents: [] } })).rejects.toThrow()
  })
})

describe('confirming', () => {
  const confirmation = (trade: DatedTrade, seenTerms?: string) => ({
    sellerId: seller.id,
    transactionId: trade.transactionId,
    walletAddress: walletOf('XLM'),
    walletMemo: '',
    files: [],
    seenTerms,
  })

  test('accepts in the same step, and after an acceptance adds nothing', async () => {
    const trade = await open()
    await deposit(world, trade, '10')
    granted(await confirmShipment(world.deps, confirmation(trade, await seenBy(trade, seller))))
    expect(await termsOf(trade)).toMatchObject([{ version: 1, acceptedById: seller.id }])
    expect(await lettersOf(world, { letter: 'terms', trade, to: buyer })).toEqual([])
    const accepted = await open()
    granted(await accept(accepted))
    await deposit(world, accepted, '10')
    granted(await confirmShipment(world.deps, confirmation(accepted, await seenBy(accepted, seller))))
    granted(await confirmShipment(world.deps, confirmation(accepted)))
    expect(await termsOf(accepted)).toHaveLength(1)
  })

  test('what was not read is refused', async () => {
    const trade = await open()
    expect(await confirmShipment(world.deps, confirmation(trade, '0'.repeat(64)))).toMatchObject({
      refused: 'terms_changed',
    })
    expect(await termsOf(trade)).toEqual([])
  })

  test('a trade without dates is sealed, too, and nothing else of it changes', async () => {
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
    expect(await shown(opened, seller)).toMatchObject({ mayAccept: true, mayPropose: null })
    granted(await accept(opened))
    expect(JSON.parse((await termsOf(opened))[0]?.text ?? '')).toMatchObject({ dates: null })
    expect(await shown(opened, seller)).toMatchObject({ mayAccept: false, mayPropose: null })
    expect(await world.deps.db.escrowClock.count({ where: { escrowId: opened.escrowId } })).toBe(0)
  })
})

test('silence accepts only a complete presentation', async () => {
  const dates = { onSilence: 'accepted', documents: ['BillOfLading', 'CommercialInvoice'] }
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates })
  await deposit(world, trade, '10')
  granted(await present(world, { seller, trade }))
  await runOut(world, { clock, trade })
  await runOut(world, { clock, trade })
  const incomplete = { documentApprovalStatus: 'Pending' }
  expect(await rowOf(trade)).toMatchObject(incomplete)
  expect(await world.deps.db.dispute.count({ where: { escrowId: trade.escrowId, decision: null } })).toBe(1)

  const whole = await datedTrade(world, { buyer, sellerEmail: seller.email, dates })
  await deposit(world, whole, '10')
  granted(await present(world, { seller, trade: whole }))
  const files = [{ type: 'CommercialInvoice' as const, upload: await upload(world) }]
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(
    await confirmShipment(world.deps, { sellerId: seller.id, transactionId: whole.transactionId, files, ...wallet }),
  )
  await runOut(world, { clock, trade: whole })
  await runOut(world, { clock, trade: whole })
  expect(await rowOf(whole)).toMatchObject({ documentApprovalStatus: 'Approved' })
})

test('the statement prints what was sealed', async () => {
  const trade = await open()
  granted(await accept(trade))
  const statement = await findStatement(world.deps.db, {
    viewer: { ...buyer, role: 'buyer', hasConfirmedEmail: true },
    transactionId: trade.transactionId,
    networks: { stellarPassphrase: null, xrplNetworkId: 1 },
    now: clock.now(),
  })
  const [terms] = await termsOf(trade)
  expect(statement).toMatchObject({
    sealed: { versions: [{ version: 1, sha256: terms?.sha256 }], amendments: [] },
    dates: { documents: ['BillOfLading'] },
    events: expect.arrayContaining([expect.objectContaining({ kind: 'terms_accepted', by: 'seller' })]),
  })
})
