/** Unreadable documents do not count as presented, until the seller replaces or the buyer accepts them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import { acceptAsTheyAre } from '#app/trade/documents/workflows/accept-unreadable.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { findSellerEscrow, lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import {
  type DatedTrade,
  datedTrade,
  deposit,
  HOUR_MS,
  lettersOf,
  type MovingClock,
  movingClock,
  openDeadline,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  seller as aSeller,
  granted,
  type Person,
  paidBuyer,
  seenDocuments,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let seller: Person
let clock: MovingClock

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})
afterAll(async () => {
  await expectBooksSound(world.deps.db)
  await world?.[Symbol.asyncDispose]()
})

type Paper = { type: PresentedType; trouble?: FileDefect }
const LADING: Paper = { type: 'BillOfLading' }
const LOCKED: Paper = { type: 'BillOfLading', trouble: 'needs_password' }
const INVOICE: Paper = { type: 'CommercialInvoice' }

async function present(trade: DatedTrade, papers: Paper[], facts?: Parameters<typeof confirmShipment>[1]['facts']) {
  const files = []
  for (const { type, trouble } of papers) {
    const file = await upload(world, { field: type, name: `${type}.pdf` })
    files.push({ type, upload: { ...file, ...(trouble && { trouble }) } })
  }
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  const { transactionId } = trade
  return confirmShipment(world.deps, { sellerId: seller.id, transactionId, files, facts, ...wallet })
}

async function funded(): Promise<DatedTrade> {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email })
  await deposit(world, trade, '10')
  return trade
}

const accept = async ({ escrowId }: DatedTrade, seen?: string[], by: Person = buyer) =>
  acceptAsTheyAre(world.deps, {
    escrowId,
    buyerId: by.id,
    seenDocuments: seen ?? (await seenDocuments(world, escrowId)),
  })

async function decide({ escrowId }: DatedTrade, approval: 'Approved' | 'Rejected') {
  return reviewDocuments(world.deps, {
    escrowId,
    buyerId: buyer.id,
    approval,
    reason: approval === 'Rejected' ? 'They do not fit.' : '',
    rejected: [],
    hasCheckedWallet: true,
    seenWallet: { address: walletOf('XLM'), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
  })
}

async function seen(trade: DatedTrade, by: Person = buyer) {
  const viewer = { ...by, hasConfirmedEmail: true, role: by === buyer ? 'buyer' : 'seller' }
  const { issuers, stellarPassphrase } = world.deps.settings
  const network = { issuers, stellarPassphrase, xrplNetworkId: 0 } as never
  const ask = { viewer, typed: trade.transactionId, network, now: world.deps.clock.now() }
  const view = await (by === buyer ? lookUpEscrow(world.deps.db, ask) : findSellerEscrow(world.deps.db, ask))
  if (!view) throw new Error('nobody sees it')
  return view
}

const row = ({ escrowId }: DatedTrade) => world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
const rounds = ({ escrowId }: DatedTrade) => world.deps.db.presentation.findMany({ where: { escrowId } })
const eventsOf = async ({ escrowId }: DatedTrade) =>
  (await world.deps.db.auditEvent.findMany({ where: { escrowId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind)

describe('a paper that cannot be read', () => {
  test('is named to both sides, starts no examination, and takes no time from the date to present', async () => {
    const trade = await funded()
    const before = await openDeadline(world, trade)
    granted(await present(trade, [INVOICE, LOCKED]))
    expect(await openDeadline(world, trade)).toEqual(before)
    expect(await row(trade)).toMatchObject({ confirmedAt: null, sellerConfirmed: false, sellerId: seller.id })
    expect(await rounds(trade)).toEqual([])
    for (const by of [buyer, seller]) {
      const view = await seen(trade, by)
      expect(view.documents.map(({ type, trouble }) => [type, trouble])).toEqual([
        ['CommercialInvoice', null],
        ['BillOfLading', 'needs_password'],
      ])
      expect(view.parts.papers).toMatchObject({ CommercialInvoice: 'presented', BillOfLading: 'unreadable' })
      expect(view.examination.may.acceptUnreadable).toBe(by === buyer)
      expect(view.turn).toBe('seller')
    }
    const [letter] = await lettersOf(world, { trade, letter: 'waiver', to: buyer })
    expect(letter).toMatchObject({
      moment: 'unreadable',
      papers: [{ type: 'BillOfLading', trouble: 'needs_password' }],
    })
    expect(await eventsOf(trade)).toContain('unreadable_presented')
    expect(await eventsOf(trade)).not.toContain('shipment_confirmed')
    // There is no confirmation to decide about.
    expect(await decide(trade, 'Approved')).toMatchObject({ refused: 'not_confirmed_yet' })
    expect(await decide(trade, 'Rejected')).toMatchObject({ refused: 'not_confirmed_yet' })
  })

  test('that is replaced lets the examination begin then, with what was said of the papers before', async () => {
    const trade = await funded()
    const facts = { containerNumber: 'CSQU3054383', ladenOn: null, invoiceAmount: '100.00', insuredAmount: null }
    granted(await present(trade, [INVOICE, LOCKED], facts))
    clock.on(36 * HOUR_MS)
    const from = world.deps.clock.now()
    granted(await present(trade, [LADING]))
    const now = (await row(trade)).confirmedAt ?? new Date(0)
    expect(now.getTime()).toBeGreaterThanOrEqual(from.getTime())
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'examine', since: now })
    expect(await rounds(trade)).toMatchObject([{ round: 1, presentedAt: now, containerNumber: 'CSQU3054383' }])
    expect(await world.deps.db.uncountedPresentation.count({ where: { escrowId: trade.escrowId } })).toBe(0)
    granted(await decide(trade, 'Approved'))
  })

  test('that is replaced by another that cannot be read changes nothing', async () => {
    const trade = await funded()
    granted(await present(trade, [LOCKED]))
    granted(await present(trade, [{ type: 'BillOfLading', trouble: 'damaged' }]))
    expect(await row(trade)).toMatchObject({ confirmedAt: null })
    expect((await seen(trade)).documents).toMatchObject([{ trouble: 'damaged' }])
  })

  test('that is taken away has to be confirmed without it', async () => {
    const trade = await funded()
    granted(await present(trade, [INVOICE, LOCKED]))
    const [, lading] = (await seen(trade, seller)).documents
    granted(await removeDocument(world.deps, { documentId: lading?.id ?? '', sellerId: seller.id }))
    expect(await row(trade)).toMatchObject({ confirmedAt: null })
    expect(await accept(trade)).toMatchObject({ refused: 'documents_changed' })
    granted(await present(trade, []))
    expect((await row(trade)).confirmedAt).not.toBeNull()
  })

  test('that the buyer accepts as it is counts from then on; twice is once, and it stays written down', async () => {
    const trade = await funded()
    granted(await present(trade, [LOCKED]))
    clock.on(30 * HOUR_MS)
    const from = world.deps.clock.now()
    granted(await accept(trade))
    const now = (await row(trade)).confirmedAt ?? new Date(0)
    expect(now.getTime()).toBeGreaterThanOrEqual(from.getTime())
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'examine', owner: 'buyer', since: now })
    clock.on(HOUR_MS)
    granted(await accept(trade))
    expect(await row(trade)).toMatchObject({ confirmedAt: now, payoutAddress: walletOf('XLM') })
    const events = await eventsOf(trade)
    expect(events.filter((kind) => kind === 'unreadable_accepted')).toHaveLength(1)
    expect(events.filter((kind) => kind === 'shipment_confirmed')).toHaveLength(1)
    expect((await seen(trade)).documents).toMatchObject([{ trouble: 'needs_password', acceptedAt: now.toISOString() }])
    expect(await lettersOf(world, { trade, letter: 'waiver', to: seller })).toContainEqual(
      expect.objectContaining({ moment: 'taken_as_is' }),
    )
    granted(await decide(trade, 'Approved'))
  })

  test('is accepted by its buyer alone, as it stood on the page', async () => {
    const trade = await funded()
    granted(await present(trade, [LOCKED]))
    const old = await seenDocuments(world, trade.escrowId)
    expect(await accept(trade, old, seller)).toMatchObject({ refused: 'escrow_not_found' })
    expect(await accept(trade, [])).toMatchObject({ refused: 'documents_changed' })
    granted(await present(trade, [{ type: 'BillOfLading', trouble: 'damaged' }]))
    expect(await accept(trade, old)).toMatchObject({ refused: 'documents_changed' })
    expect(await row(trade)).toMatchObject({ confirmedAt: null })
  })

  test('does not keep the date to present from passing, and its buyer may accept it in the days of grace', async () => {
    const trade = await funded()
    granted(await present(trade, [LOCKED]))
    await runOut(world, { clock, trade })
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'grace', owner: 'seller' })
    granted(await accept(trade))
    expect(await openDeadline(world, trade)).toMatchObject({ kind: 'examine', owner: 'buyer' })
    // It was presented in time: the time that the buyer took to accept it does not make it late.
    expect(await rounds(trade)).toMatchObject([{ wasLate: false }])
  })

  test('is refused while the buyer examines or has rejected: what counts stays', async () => {
    const trade = await funded()
    granted(await present(trade, [LADING]))
    const before = await openDeadline(world, trade)
    const refusal = { refused: 'file_needs_password', field: 'BillOfLading', values: { fileName: 'BillOfLading.pdf' } }
    expect(await present(trade, [LOCKED])).toMatchObject(refusal)
    expect(await openDeadline(world, trade)).toEqual(before)
    granted(await decide(trade, 'Rejected'))
    expect(await present(trade, [LOCKED])).toMatchObject(refusal)
    granted(await present(trade, [LADING]))
  })
})

test('the database confirms nothing with papers that nobody can read, and takes none beside what was confirmed', async () => {
  const trade = await funded()
  granted(await present(trade, [LOCKED]))
  const { db } = world.deps
  const confirmed = { sellerConfirmed: true, confirmedAt: new Date(), payoutAddress: walletOf('XLM') }
  await expect(db.escrow.update({ where: { id: trade.escrowId }, data: confirmed })).rejects.toThrow('cannot be read')
  const [paper] = await db.escrowDocument.findMany({ where: { escrowId: trade.escrowId } })
  const where = { id: paper?.id ?? '' }
  await expect(db.escrowDocument.update({ where, data: { trouble: null } })).rejects.toThrow('stays what it is')
  granted(await accept(trade))
  await expect(db.escrowDocument.update({ where, data: { acceptedAt: null } })).rejects.toThrow('stays what it is')
  const { id: _, ...other } = paper ?? { id: '' }
  const beside = { ...other, type: 'PackingList', storageKey: 'confirmations/beside.pdf', acceptedAt: null } as never
  await expect(db.escrowDocument.create({ data: beside })).rejects.toThrow('does not come to it')
})
