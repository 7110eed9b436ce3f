/** What the search of the operator's lists finds: money by people, people by wallets, closed accounts by address. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type AdminListName, LIST_FACTS } from '#app/admin/domain/lists.ts'
import { readSought } from '#app/admin/domain/sought.ts'
import { searchAdminEscrow } from '#app/admin/queries/escrow.server.ts'
import { loadList, loadNewest } from '#app/admin/queries/lists/admin-list.server.ts'
import { loadAdminPerson } from '#app/admin/queries/person.server.ts'
import { loadAdminReseller } from '#app/admin/queries/resellers/resellers.server.ts'
import { ripenEarnings } from '#app/fees/resellers/workflows/ripen-earnings.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { openResellers } from '#tests/support/resellers/resellers.ts'
import { type AdminPanelOf, type Disputed, disputed, openDesk, operator } from '#tests/support/settlement/admin.ts'
import {
  granted,
  PASSWORD,
  type Person,
  paidBuyer,
  pay,
  readPayments,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { anEscrow, aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let olga: Person
let trade: Disputed
/** The payment that arrived for the trade. */
let paid: { hash: string; fromAddress: string }
let reference: string
let resellers: Awaited<ReturnType<typeof openResellers>>

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  olga = await operator(world)
  resellers = await openResellers(world)
  trade = await disputed(world, { asset: 'XRP', amount: '12.5' })
  paid = await world.deps.db.ledgerPayment.findFirstOrThrow({ where: { escrowId: trade.escrowId } })
  const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
  reference = String(escrow.reference)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function found(list: AdminListName, text: string, column = 'id') {
  const path = `/admin-panel/lists/${list}?${new URLSearchParams({ q: text })}`
  const { data } = await desk.list.loader(await desk.ask({ person: olga, path, params: { list } }))
  return (data.page?.rows ?? []).map((row) => row[column])
}

/** Formed like a wallet of the XRP Ledger; nobody has it. */
const aWallet = () =>
  `r${randomUUID()
    .replace(/[-0lIO]/g, '')
    .padEnd(33, 'x')
    .slice(0, 33)}`

test.each(['walletAddress', 'payoutAddress', 'refundAddress', 'buyerWalletAddress'] as const)(
  'an escrow is found by the wallet in %s',
  async (column) => {
    const wallet = aWallet()
    const { transactionId } = await anEscrow(world.deps.db, { [column]: wallet, ...ALONG[column] })
    expect(await found('escrows', wallet, 'txid')).toEqual([transactionId])
  },
)

/** What the database requires beside such a wallet. */
const ALONG = {
  walletAddress: {},
  buyerWalletAddress: { buyerWalletCurrency: 'XRP' },
  payoutAddress: { payoutStatedAt: new Date() },
  refundAddress: { refundStatedAt: new Date() },
}

describe('people are found', () => {
  it('by a saved wallet and by those of the account', async () => {
    const [saved, expected, own] = [aWallet(), aWallet(), aWallet()]
    const person = await aUser(world.deps.db, { role: 'buyer', walletAddress: expected, buyerWalletAddress: own })
    const wallet = { userId: person.id, use: 'paying', asset: 'XRP' as const, address: saved }
    await world.deps.db.savedWallet.create({ data: wallet })
    for (const address of [saved, expected, own]) expect(await found('people', address)).toEqual([person.id])
  })

  it('by the escrow that they buy and sell in', async () => {
    expect((await found('people', trade.transactionId)).sort()).toEqual([trade.buyer.id, trade.seller.id].sort())
  })

  it('by the address of before, when the account is closed; such rows say so and are filtered', async () => {
    const person = await paidBuyer(world)
    granted(await closeAccount(world.deps, { userId: person.id, password: PASSWORD, code: '' }))
    const { keptEmail } = await world.deps.db.user.findUniqueOrThrow({ where: { id: person.id } })
    expect(keptEmail).toBe(person.email)
    for (const text of [person.email, person.email.slice(0, 14)])
      expect(await found('people', text)).toContain(person.id)
    const path = '/admin-panel/lists/people?state=closed'
    const { data } = await desk.list.loader(await desk.ask({ person: olga, path, params: { list: 'people' } }))
    expect(data.page?.rows).toMatchObject([{ id: person.id, state: 'closed', person: person.email }])
  })
})

test('letters are found by the escrow’s ID, hash, wallet and memo or tag', async () => {
  const { db } = world.deps
  const written = await db.outboxLetter.findMany({ where: { escrowId: trade.escrowId }, select: { id: true } })
  expect(written.length).toBeGreaterThan(0)
  for (const text of [trade.transactionId, paid.hash, reference, paid.fromAddress]) {
    expect(await found('letters', text), text).toEqual(expect.arrayContaining(written.map(({ id }) => id)))
  }
})

test('failed payments are found by the escrow’s ID and memo or tag, and by the wallet that paid', async () => {
  const failed = { uid: trade.buyer.id, txid: paid.hash, currency: 'XRP', reason: 'Memo does not match.' }
  const { id } = await world.deps.db.failedPayment.create({ data: failed })
  for (const text of [trade.transactionId, reference, paid.fromAddress])
    expect(await found('failed', text), text).toEqual([id])
})

test('deposits are found by the address of the escrow’s buyer and of its seller', async () => {
  for (const { email } of [trade.buyer, trade.seller])
    expect(await found('deposits', email, 'hash'), email).toContain(paid.hash)
})

test('what was paid back out of a case is found by its payer and by the memo that it came with', async () => {
  const buyer = await unpaidBuyer(world)
  const typed = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
  const quote = granted(await quoteServiceFee(world.deps, typed))
  await pay(world, { asset: 'USDC', to: quote.account, amount: '60', memo: String(quote.reference) })
  await readPayments(world, { network: 'stellar', account: quote.account })
  const find = () => world.deps.db.paymentCase.findUnique({ where: { feeQuoteId: quote.id } })
  await world.workUntil(async () => (await find()) !== null, 'the case is listed')
  const row = await find()
  if (!row) throw new Error('the case is not listed')
  const seen = { kind: row.kind, amount: row.amount.toFixed() }
  const wallet = { address: walletOf('USDC', 'friend'), memo: null }
  const note = 'Named the hash and gave up.'
  granted(await payUnmatchedBack(world.deps, { caseId: row.id, seen, wallet, note, operatorId: olga.id }))
  const { id } = await world.deps.db.transfer.findUniqueOrThrow({ where: { caseId: row.id } })
  expect(await found('payouts', buyer.email)).toEqual([id])
  expect(await found('payouts', String(quote.reference))).toEqual([id])
})

test('a commission is found by its reseller’s address and by the memo of the fee', async () => {
  const { aReseller, earn, paying } = resellers
  const reseller = await aReseller('USDC')
  const earning = await earn(reseller, '20000')
  await ripenEarnings(world.deps)
  granted(await paying(reseller))
  const { email } = await world.deps.db.reseller.findUniqueOrThrow({ where: { id: reseller.id } })
  const [id] = await found('payouts', email ?? '')
  const of = { resellerPayout: { resellerId: reseller.resellerId } }
  expect(id).toBe((await world.deps.db.transfer.findFirstOrThrow({ where: of })).id)
  const { paymentHash } = await world.deps.db.resellerEarning.findUniqueOrThrow({ where: { id: earning } })
  const fee = await world.deps.db.feePayment.findFirstOrThrow({ where: { paymentHash } })
  expect(await found('payouts', fee.payToMemoOrTag)).toEqual([id])
})

test('only the work of the machine has no search box', () => {
  const without = Object.entries(LIST_FACTS).flatMap(([list, { isSearched }]) => (isSearched ? [] : [list]))
  expect(without).toEqual(['jobs'])
})

/** The public networks: the harbour's has no explorer. */
const PUBLIC = { stellarPassphrase: null, xrplNetworkId: 0 }

describe('what is on a ledger leads to its explorer', () => {
  const at = (hash: string) => `https://livenet.xrpl.org/transactions/${hash}`

  it('from the lists, and from what is newest of a person', async () => {
    const filter = { sought: readSought(paid.hash), state: null, asset: null, from: null, before: null }
    const { rows } = await loadList(world.deps.db, { list: 'deposits', filter, place: null, networks: PUBLIC })
    expect(rows).toMatchObject([{ hash: paid.hash, explorer: at(paid.hash) }])
    const ask = { userId: trade.seller.id, operatorId: olga.id, now: world.deps.clock.now(), networks: PUBLIC }
    const person = await loadAdminPerson(world.deps.db, ask)
    const newest = person?.lists.find(({ list }) => list === 'deposits')
    expect(newest?.rows[0]).toMatchObject({ explorer: at(paid.hash) })
  })

  it('from the deposits of an escrow', async () => {
    const network = { ...PUBLIC, issuers: { USDC: 'G' }, restLimits: REST_LIMITS }
    const escrow = await searchAdminEscrow(world.deps.db, {
      typed: trade.transactionId,
      network,
      now: world.deps.clock.now(),
    })
    expect(escrow?.view.deposit.payments).toMatchObject([{ hash: paid.hash, explorer: at(paid.hash) }])
  })

  it('not from what somebody has typed instead of a hash', async () => {
    const failed = { uid: trade.seller.id, txid: 'javascript:alert(1)', currency: 'XRP', reason: 'No such payment.' }
    await world.deps.db.failedPayment.create({ data: failed })
    const ask = { list: 'failed' as const, email: trade.seller.email, networks: PUBLIC }
    const [row] = await loadNewest(world.deps.db, ask)
    expect(row).toMatchObject({ hash: failed.txid })
    expect(row).not.toHaveProperty('explorer')
  })

  it('from the commissions of a reseller and their payouts', async () => {
    const { aReseller, earn, paying, isPaid, earningsOf } = resellers
    const reseller = await aReseller('XRP')
    await earn(reseller, '20000')
    await ripenEarnings(world.deps)
    granted(await paying(reseller))
    const of = { resellerPayout: { resellerId: reseller.resellerId } }
    const { id } = await world.deps.db.transfer.findFirstOrThrow({ where: of })
    await world.workUntil(() => isPaid(id), 'it is paid')
    const hash = (await earningsOf(reseller))[0]?.paidHash ?? ''
    const shown = await loadAdminReseller(world.deps.db, { id: reseller.id, place: null, networks: PUBLIC })
    expect(shown?.payouts).toMatchObject([{ hash, explorer: at(hash) }])
    expect(shown?.earnings.rows).toMatchObject([{ paid: { hash, explorer: at(hash) } }])
  })
})
