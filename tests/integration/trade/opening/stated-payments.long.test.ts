/** Every hash that a buyer claims as the payment of an escrow gets a verdict, on its page and in the Admin Panel. */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnmatched } from '#app/admin/queries/unmatched.server.ts'
import { ASSETS, type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { statePayment } from '#app/trade/opening/workflows/state-payment.server.ts'
import { verifyPaymentClaim } from '#app/trade/opening/workflows/verify-payment-claim.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, formOf, fund, granted, paidBuyer, pay } from '#tests/support/world/people.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})

afterAll(async () => {
  await routes.close()
})

const hashOf = (asset: Asset) => {
  const hash = randomBytes(32).toString('hex')
  return networkOf(asset) === 'stellar' ? hash : hash.toUpperCase()
}

const inSeconds = (seconds: number) => {
  const { deps } = routes.world
  return { ...deps, clock: { now: () => new Date(Date.now() + seconds * 1000) } }
}

type Paid = { amount?: string; memo?: string | null; to?: string; asset?: Asset }

/** An escrow of 10 and a payment that the buyer then claims for it. */
async function stated(asset: Asset, paid: Paid = {}) {
  const { world, buyer } = routes
  const escrow = await escrowOf(world, { buyer, asset, amount: '10' })
  const row = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })
  const [hash = ''] = await pay(world, {
    asset: paid.asset ?? asset,
    to: paid.to ?? row.account,
    amount: paid.amount ?? '10',
    memo: paid.memo === undefined ? String(row.reference) : paid.memo,
  })
  granted(await statePayment(world.deps, { escrowId: escrow.escrowId, buyerId: buyer.id, hash: ` ${hash} ` }))
  return { ...escrow, hash }
}

async function verdictOf({ transactionId, hash }: { transactionId: string; hash: string }) {
  const { escrow } = await routes.viewOf(routes.buyer, transactionId)
  if (!escrow || !('deposit' in escrow)) throw new Error('no escrow is shown')
  return escrow.deposit.stated.find((statement) => statement.hash === hash)?.verdict
}

describe.each(ASSETS)('a hash of %s', (asset) => {
  test('counts when it carries the reference, also for a part', async () => {
    expect(await verdictOf(await stated(asset))).toBe('counted')
    expect(await verdictOf(await stated(asset, { amount: '4' }))).toBe('counted')
  })

  test('with another memo or none says so, and its case on the desk names who claims it', async () => {
    const { world, buyer } = routes
    // The XRP Ledger takes nothing without a tag where one is required.
    for (const memo of asset === 'XRP' ? ['4'] : ['4', null]) {
      const claim = await stated(asset, { memo, amount: memo ? '9' : '8' })
      expect(await verdictOf(claim)).toBe(memo ? 'other_memo' : 'no_memo')
      const networks = { stellarPassphrase: null, xrplNetworkId: 0 }
      const { rows } = await listUnmatched(world.deps.db, {
        state: 'open',
        place: null,
        networks,
        restLimits: REST_LIMITS,
        judgePayer: async () => null,
      })
      const found = rows.find(({ payments }) => payments[0]?.hash === claim.hash)
      expect(found?.claims).toMatchObject([{ email: buyer.email, transactionId: claim.transactionId }])
    }
  })

  test('that funds another escrow is used; only what counts uses it up', async () => {
    const { world, buyer } = routes
    const first = await escrowOf(world, { buyer, asset, amount: '10' })
    const second = await escrowOf(world, { buyer, asset, amount: '10' })
    const hash = hashOf(asset)
    for (const { escrowId } of [first, second]) {
      granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash }))
    }
    const paid = await fund(world, first.escrowId)
    for (const { escrowId } of [first, second]) {
      granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash: paid }))
    }
    expect(await verdictOf({ ...first, hash: paid })).toBe('counted')
    expect(await verdictOf({ ...second, hash: paid })).toBe('used')
  })

  test('that no ledger knows is looked for ten times, and then is not found', async () => {
    const { world, buyer } = routes
    const { escrowId, transactionId } = await escrowOf(world, { buyer, asset, amount: '10' })
    const hash = hashOf(asset)
    granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash }))
    expect(await verdictOf({ transactionId, hash })).toBeNull()
    expect(await verifyPaymentClaim(inSeconds(60), { escrowId })).not.toBeNull()
    expect(await verifyPaymentClaim(inSeconds(71), { escrowId })).toBeNull()
    expect(await verdictOf({ transactionId, hash })).toBe('not_found')
  })

  test('that went to our other account, or to nobody of ours, says so', async () => {
    const { accounts } = routes.world.deps
    expect(await verdictOf(await stated(asset, { to: accounts[networkOf(asset)].fee }))).toBe('wrong_account')
  })
})

test('a transaction that failed on its ledger is said to have failed', async () => {
  const { world, buyer } = routes
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '10' })
  const to = world.deps.accounts.xrpl.escrow
  const refused = await pay(world, { asset: 'XRP', to, amount: '10', memo: null }).catch((error: unknown) => error)
  const [hash = ''] = /[0-9A-F]{64}/.exec(String(refused)) ?? []
  granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash }))
  expect(await verdictOf({ transactionId, hash })).toBe('failed')
})

test('without a memo it says what was found, until a person closes its case: then that, also by letter, and nothing more', async () => {
  const { world, buyer } = routes
  const { db } = world.deps
  const shownTo = async (transactionId: string) => {
    const { escrow } = await routes.viewOf(buyer, transactionId)
    return escrow && 'deposit' in escrow ? escrow.deposit.stated[0] : undefined
  }
  const claim = await stated('USDC', { memo: null, amount: '7' })
  const waiting = { verdict: 'no_memo', found: { amount: '7', asset: 'USDC' }, isDecided: false }
  expect(await shownTo(claim.transactionId)).toMatchObject(waiting)

  const found = await db.paymentCase.findFirstOrThrow({ where: { ledgerPayment: { hash: claim.hash } } })
  const { id: operatorId } = await operator(world)
  const seen = { kind: found.kind, amount: '7' }
  const end = { end: 'kept', hash: '', outcome: 'Nobody has proved whose it is.' }
  granted(await closeUnmatchedPayment(world.deps, { caseId: found.id, seen, operatorId, ...end }))

  expect(await shownTo(claim.transactionId)).toMatchObject({ isDecided: true })
  const letters = await db.outboxLetter.findMany({ where: { content: { path: ['letter'], equals: 'claim_closed' } } })
  expect(letters.map(({ recipient, content }) => ({ recipient, content }))).toEqual([
    { recipient: buyer.email, content: { letter: 'claim_closed', hash: claim.hash, txid: claim.transactionId } },
  ])
})

test('of another one’s payment that counts, it tells no amount', async () => {
  const { world, buyer } = routes
  const theirs = await escrowOf(world, { buyer: await paidBuyer(world), asset: 'XLM', amount: '10' })
  const hash = await fund(world, theirs.escrowId)
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash }))
  const { escrow } = await routes.viewOf(buyer, transactionId)
  const told = escrow && 'deposit' in escrow ? escrow.deposit.stated[0] : undefined
  expect(told).toMatchObject({ verdict: 'used', found: null, isDecided: false })
})

test('another asset with the right memo says so', async () => {
  expect(await verdictOf(await stated('XLM', { asset: 'USDC' }))).toBe('other_asset')
})

test('a hash that came after the escrow was called off is owed back', async () => {
  const { world, buyer } = routes
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  await routes.send({ by: buyer, txid: transactionId, fields: { intent: 'cancel', sure: 'yes' } })
  const hash = await fund(world, escrowId)
  granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash }))
  expect(await verdictOf({ transactionId, hash })).toBe('late')
})

test('manual mode answers the hash of its form, and the sweep answers what no job has', async () => {
  const { world, buyer } = routes
  const form = await formOf(world, buyer)
  const hash = hashOf('XLM')
  const manual = { ...form, type: 'manual', txid: hash } as const
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', ...manual })
  expect(await verdictOf({ transactionId, hash })).toBeNull()
  await world.deps.db.$executeRaw`delete from graphile_worker._private_jobs`
  await sweepOpenWork(inSeconds(60))
  const jobs = await world.deps.db.$queryRaw<{ key: string }[]>`
    select "key" from graphile_worker.jobs where "key" = ${`verify_stated_payment:${escrowId}`}`
  expect(jobs).toHaveLength(1)
})

test('what was not found and then comes, with another memo, is answered anew', async () => {
  const { world, buyer } = routes
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const account = world.deps.accounts.stellar.escrow
  const [hash = ''] = await pay(world, { asset: 'XLM', to: account, amount: '3', memo: '5' })
  await world.deps.db.statedPayment.create({
    data: { escrowId, hash, ledgerHash: hash, verdict: 'not_found', judgedAt: new Date() },
  })
  granted(await statePayment(world.deps, { escrowId, buyerId: buyer.id, hash: hashOf('XLM') }))
  const { ingestPayments } = await import('#app/ledgers/payments/workflows/ingest-payments.server.ts')
  await ingestPayments(world.deps, { network: 'stellar', account })
  await verifyPaymentClaim(world.deps, { escrowId })
  expect(await verdictOf({ transactionId, hash })).toBe('other_memo')
})

describe('the form', () => {
  test('keeps what was typed, with the sentence beside the field, and is the buyer’s alone', async () => {
    const { world, buyer, seller } = routes
    const sellerEmail = seller.email
    const { escrowId, transactionId: txid } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail })
    const send = (hash: string, by = buyer) => routes.send({ by, txid, fields: { intent: 'state_payment', hash } })
    expect(await send('')).toEqual({ refused: 'txid_required', field: 'hash' })
    expect(await send('not a hash')).toEqual({ refused: 'hash_malformed', field: 'hash' })
    expect(await send(hashOf('XLM'), seller)).toEqual({ refused: 'escrow_not_found' })
    expect(await send(hashOf('XLM'), await paidBuyer(world))).toMatchObject({ refused: 'escrow_not_found' })
    expect(await world.deps.db.statedPayment.count({ where: { escrowId } })).toBe(0)
    expect(await send(hashOf('XLM'))).toEqual({ said: null })
  })

  test('says that the ledger is silent; the hash is kept and looked for later', async () => {
    const { world, buyer } = routes
    const { escrowId, transactionId: txid } = await escrowOf(world, { buyer, asset: 'USDC', amount: '10' })
    const hash = await fund(world, escrowId, '4')
    world.harbour.faults.set({ target: 'horizon', kind: 'server_error' })
    const fields = { intent: 'state_payment', hash }
    expect(await routes.send({ by: buyer, txid, fields })).toEqual({ refused: 'stellar_unavailable', field: 'hash' })
    world.harbour.faults.clear()
    await verifyPaymentClaim(world.deps, { escrowId })
    expect(await verdictOf({ transactionId: txid, hash })).toBe('counted')
  })

  test('is sent thirty times in ten minutes and not more', async () => {
    const { world } = routes
    const buyer = await paidBuyer(world)
    const { transactionId: txid } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    const send = () => routes.send({ by: buyer, txid, fields: { intent: 'state_payment', hash: 'x' } })
    for (let count = 0; count < 30; count += 1) expect(await send()).toMatchObject({ refused: 'hash_malformed' })
    const tooMany = await send().catch((thrown: unknown) => thrown)
    expect(tooMany).toMatchObject({ deny: undefined })
  })
})

test('the seller is not shown what the buyer has stated', async () => {
  const { world, buyer, seller } = routes
  const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
  granted(await statePayment(world.deps, { ...opened, buyerId: buyer.id, hash: hashOf('XLM') }))
  const { escrow } = await routes.viewOf(seller, opened.transactionId)
  expect(escrow).toMatchObject({ deposit: { stated: [] } })
})
