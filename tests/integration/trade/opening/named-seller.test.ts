/** Whom a buyer names as seller: changeable until one is bound, never one who cannot sell (escrow findings D). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  submission,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'

let routes: SettlementRoutes
let mistyped: string

beforeAll(async () => {
  routes = await openSettlementRoutes()
  mistyped = `mistyped-${routes.buyer.id}@example.org`
})

afterAll(async () => {
  await routes.close()
})

const opened = (sellerEmail: string) =>
  escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10', sellerEmail })

const confirm = (by: Person, transactionId: string) =>
  confirmShipment(routes.world.deps, {
    sellerId: by.id,
    transactionId,
    walletAddress: walletOf('XLM'),
    walletMemo: '',
    files: [],
  })

const name = (txid: string, sellerEmail: string) =>
  routes.send({ by: routes.buyer, txid, fields: { intent: 'name_seller', sellerEmail } })

async function lettersTo(recipient: string, txid: string) {
  const { db } = routes.world.deps
  const rows = await db.outboxLetter.findMany({ where: { recipient }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  const contents = rows.map(({ content }) => content as { letter: string; txid?: string; isFunded?: boolean })
  return contents.filter((content) => content.txid === txid)
}

test('a mistyped address is corrected also when the money is here: the old one is told, the new one is invited', async () => {
  const escrow = await opened(mistyped)
  const { transactionId: txid } = escrow
  await fund(routes.world, escrow.escrowId)
  const seller = await aSeller(routes.world)
  expect(await confirm(seller, txid)).toMatchObject({ refused: 'escrow_not_found' })

  expect(await name(txid, seller.email.toUpperCase())).toEqual({ said: 'name_seller' })
  expect((await lettersTo(mistyped, txid)).map(({ letter }) => letter)).toEqual([
    'escrow_opened',
    'escrow_funded',
    'seller_replaced',
  ])
  expect(await lettersTo(seller.email, txid)).toMatchObject([{ letter: 'escrow_opened', isFunded: true }])
  granted(await confirm(seller, txid))

  for (const [person, page] of [
    [routes.buyer, 'lookup'],
    [seller, 'confirmation'],
  ] as const) {
    const { escrow: view } = await routes.viewOf(person, txid, page)
    expect(view?.events.map(({ kind }) => kind)).toContain('seller_named')
    expect(JSON.stringify(view)).not.toContain(mistyped)
  }
})

test('the same address again writes to nobody', async () => {
  const { transactionId: txid } = await opened(mistyped)
  expect(await name(txid, ` ${mistyped.toUpperCase()}`)).toEqual({ said: 'name_seller' })
  expect(await lettersTo(mistyped, txid)).toHaveLength(1)
})

test('nobody is named any more when a seller has confirmed, and the database holds it', async () => {
  const { escrowId, transactionId: txid } = await opened(routes.seller.email)
  expect((await routes.viewOf(routes.buyer, txid)).escrow?.may.nameSeller).toBe(true)
  granted(await confirm(routes.seller, txid))
  expect((await routes.viewOf(routes.buyer, txid)).escrow?.may.nameSeller).toBe(false)
  expect(await name(txid, mistyped)).toEqual({ refused: 'seller_is_bound', field: 'name_seller-sellerEmail' })
  await expect(
    routes.world.deps.db.escrow.update({ where: { id: escrowId }, data: { sellerEmail: mistyped } }),
  ).rejects.toThrow(/keeps its named seller/)
})

test('a confirmation and a correction at the same moment leave one seller, who is the named one or was', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { escrowId, transactionId: txid } = await opened(routes.seller.email)
    const [confirmed, corrected] = await Promise.all([
      confirm(routes.seller, txid),
      nameSeller(routes.world.deps, { escrowId, buyerId: routes.buyer.id, sellerEmail: mistyped }),
    ])
    const row = await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    const isBound = !('refused' in confirmed)
    expect('refused' in corrected).toBe(isBound)
    expect([row.sellerId, row.sellerEmail]).toEqual(
      isBound ? [routes.seller.id, routes.seller.email] : [null, mistyped],
    )
  }
})

test('who is named may confirm, and only they: the former one does not know the escrow any more', async () => {
  const { transactionId: txid } = await opened(routes.seller.email)
  const other = await aSeller(routes.world)
  await name(txid, other.email)
  expect((await routes.viewOf(routes.seller, txid, 'confirmation')).escrow).toBeNull()
  expect((await routes.viewOf(other, txid, 'confirmation')).escrow).not.toBeNull()
})

test('only the buyer names the seller', async () => {
  const { escrowId, transactionId: txid } = await opened(routes.seller.email)
  const answer = await routes.send({
    by: routes.seller,
    txid,
    fields: { intent: 'name_seller', sellerEmail: 'me@example.org' },
  })
  expect(answer).toEqual({ refused: 'escrow_not_found' })
  expect(await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({
    sellerEmail: routes.seller.email,
  })
})

test('three corrections a day for one escrow: strangers are not written to without end', async () => {
  const { transactionId: txid } = await opened(mistyped)
  for (const n of [1, 2, 3]) expect(await name(txid, `${n}-${mistyped}`)).toEqual({ said: 'name_seller' })
  expect(await name(txid, `4-${mistyped}`)).toMatchObject({ refused: 'tried_often' })
})

test('the buyer’s own address and one of a buyer’s account are refused when opening and when correcting', async () => {
  const otherBuyer = await unpaidBuyer(routes.world)
  const { transactionId: txid } = await opened('')
  for (const [sellerEmail, refused] of [
    [routes.buyer.email, 'seller_is_buyer'],
    [otherBuyer.email.toUpperCase(), 'seller_cannot_sell'],
    ['nonsense', 'email_invalid'],
    ['', 'email_invalid'],
  ] as const) {
    expect(await name(txid, sellerEmail)).toEqual({ refused, field: 'name_seller-sellerEmail' })
    if (sellerEmail === '') continue
    const sent = submission(routes.buyer, { currency: 'XLM', amount: '10', sellerEmail })
    expect(await openEscrow(routes.world.deps, sent)).toEqual({ refused, field: 'sellerEmail' })
  }
})

test('whose addresses have an account here is not learned by trying', async () => {
  const prober = await unpaidBuyer(routes.world)
  const { countNaming } = await import('#app/trade/opening/web/count-naming.server.ts')
  const tell = (refused: 'seller_cannot_sell' | 'seller_is_buyer') => async () => ({ refused })
  for (let n = 0; n < 15; n += 1) {
    const own = await countNaming({ userId: prober.id, email: 'a@example.org' }, tell('seller_is_buyer'))
    expect(own).toEqual({ refused: 'seller_is_buyer' })
  }
  for (let n = 0; n < 10; n += 1) {
    const told = await countNaming({ userId: prober.id, email: 'a@example.org' }, tell('seller_cannot_sell'))
    expect(told).toEqual({ refused: 'seller_cannot_sell' })
  }
  const asked = { userId: prober.id, email: 'a@example.org' }
  expect(await countNaming(asked, tell('seller_cannot_sell'))).toMatchObject({ refused: 'tried_often' })
})

test('who waits for the other side is led to what can be done now', async () => {
  const { escrowId, transactionId: txid } = await opened(routes.seller.email)
  const silences = async () => [
    (await routes.viewOf(routes.buyer, txid)).escrow?.silence,
    (await routes.viewOf(routes.seller, txid, 'confirmation')).escrow?.silence,
  ]
  expect(await silences()).toEqual(['sellerUnfunded', 'buyerUnfunded'])
  await fund(routes.world, escrowId)
  expect(await silences()).toEqual(['sellerFunded', null])
  granted(await confirm(routes.seller, txid))
  expect(await silences()).toEqual([null, 'buyerFunded'])
})
