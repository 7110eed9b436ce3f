/** The main job, on simulated ledgers: fee, escrow, deposit, confirmation, approval, release. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPayments } from '#app/fees/queries/paid-fees.server.ts'
import { ASSETS, type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { slotOf } from '#tests/support/settlement/payout-rounds.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
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

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const AMOUNT: Record<Asset, string> = { XLM: '412.1234567', XRP: '99.000001', USDC: '1250.05' }

async function balanceOf(asset: Asset, address: string): Promise<Decimal> {
  return (await world.deps.ledgers[networkOf(asset)].balance(address, asset)) ?? new Decimal(0)
}

async function confirm(escrow: { transactionId: string }, asset: Asset, who: Person = seller) {
  return confirmShipment(world.deps, {
    sellerId: who.id,
    transactionId: escrow.transactionId,
    walletAddress: walletOf(asset),
    walletMemo: '',
    files: [{ type: 'BillOfLading', upload: await upload(world, { field: 'BillOfLading', name: 'b/l.pdf' }) }],
  })
}

async function approve(escrow: { escrowId: string }, asset: Asset) {
  return reviewDocuments(world.deps, {
    hasCheckedWallet: true,
    escrowId: escrow.escrowId,
    buyerId: buyer.id,
    approval: 'Approved',
    reason: '',
    rejected: [],
    seenWallet: { address: walletOf(asset), memo: null },
    seenDocuments: await seenDocuments(world, escrow.escrowId),
  })
}

async function isReleased(escrowId: string): Promise<boolean> {
  return (await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).releasedAt !== null
}

describe.each(ASSETS)('a trade in %s', (asset) => {
  test('ends with exactly the escrow amount in the seller’s wallet, paid once', async () => {
    const platform = world.deps.accounts[networkOf(asset)].escrow
    const sellerBefore = await balanceOf(asset, walletOf(asset))
    await slotOf(world, networkOf(asset))
    const platformBefore = await balanceOf(asset, platform)

    const escrow = await escrowOf(world, { buyer, asset, amount: AMOUNT[asset], contract: await upload(world) })
    const depositHash = await fund(world, escrow.escrowId)
    granted(await confirm(escrow, asset))
    granted(await approve(escrow, asset))
    await world.workUntil(() => isReleased(escrow.escrowId), 'the funds are released')

    const sellerAfter = await balanceOf(asset, walletOf(asset))
    expect(sellerAfter.minus(sellerBefore).toFixed()).toBe(AMOUNT[asset])
    const payout = await world.deps.db.transfer.findFirstOrThrow({
      where: { escrowId: escrow.escrowId },
      include: { attempts: true },
    })
    expect(payout).toMatchObject({ state: 'confirmed', purpose: 'release' })
    expect(payout.attempts.map((attempt) => attempt.state)).toEqual(['settled'])
    expect(payout.settledHash).toBe(payout.attempts[0]?.hash)

    const platformAfter = await balanceOf(asset, platform)
    const lost = platformBefore.minus(platformAfter)
    // The platform pays network fees, on Stellar through channel accounts of its own money, and keeps no client money.
    if (asset !== 'XRP') expect(lost.toFixed()).toBe('0')
    else {
      expect(lost.gt(0)).toBe(true)
      expect(lost.lt('0.01')).toBe(true)
    }
    const stored = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })
    expect(stored).toMatchObject({ realTxId: depositHash, txValidated: true, sellerConfirmed: true })
  })

  test('tells both sides of each step by mail, once', async () => {
    await world.workUntil(
      async () => (await world.deps.db.outboxLetter.count({ where: { sentAt: null, withheldFor: null } })) === 0,
      'every letter is sent, or over before it was',
    )
    const { outboxLetter } = world.deps.db
    expect(await outboxLetter.count({ where: { withheldFor: { not: 'overtaken' } } })).toBe(0)
    const mails = world.harbour.post.mails()
    expect(mails.length).toBe(await outboxLetter.count({ where: { sentAt: { not: null } } }))
    const subjects = mails.map((mail) => mail.subject).join('\n')
    expect(subjects).not.toMatch(/undefined|\{\{|mail\./)
  })
})

test('each party’s dashboard lists its own money, and nobody else’s', async () => {
  const kindsOf = async (person: Person) => {
    const { rows } = await listPayments(world.deps.db, { viewerId: person.id, place: null })
    return new Set(rows.map((row) => row.kind))
  }
  expect(await kindsOf(buyer)).toEqual(new Set(['fee', 'deposit', 'payout']))
  expect(await kindsOf(seller)).toEqual(new Set(['payout']))
  expect(await kindsOf(await aSeller(world))).toEqual(new Set())
  const [newest] = (await listPayments(world.deps.db, { viewerId: seller.id, place: null })).rows
  const escrow = await world.deps.db.escrow.findFirstOrThrow({ where: { transactionId: newest?.transactionId ?? '' } })
  expect(newest).toMatchObject({ amount: escrow.amount.toFixed(), asset: escrow.currency, counts: true })
})

test('facts may come in another order: confirmed and approved first, funded last', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow, 'XLM'))
  granted(await approve(escrow, 'XLM'))
  expect(await world.deps.db.transfer.count({ where: { escrowId: escrow.escrowId } })).toBe(0)
  await fund(world, escrow.escrowId)
  await world.workUntil(() => isReleased(escrow.escrowId), 'the funds are released')
})

test('a short deposit waits for the rest, and a second payment completes it', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'USDC', amount: '100' })
  await fund(world, escrow.escrowId, '40')
  const short = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })
  expect([short.txValidated, short.receivedAmount.toFixed()]).toEqual([false, '40'])
  await fund(world, escrow.escrowId, '60')
  expect((await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })).txValidated).toBe(true)
})

test('once a seller is bound, the escrow does not exist for another', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow, 'XLM'))
  const stranger = await aSeller(world)
  expect(await confirm(escrow, 'XLM', stranger)).toMatchObject({ refused: 'escrow_not_found' })
})

test('an escrow meant for one e-mail address does not exist for another seller', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
  expect(await confirm(escrow, 'XLM', await aSeller(world))).toMatchObject({ refused: 'escrow_not_found' })
  granted(await confirm(escrow, 'XLM'))
})
