/** What the database refuses of drafts, of requests for another wallet, and of shown secrets (decision 120). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { MOST_DRAFTS_A_DAY, MOST_WALLET_CHANGES, WALLET_CHANGE_MS } from '#app/trade/onchain/domain/limits.ts'
import {
  type Agreed,
  aDueOnchain,
  agreementOf,
  anAgreedEscrow,
  aSecret,
  beginSettlement,
  depositOf,
  envelopeOf,
  fund,
  hours,
  offer,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { at } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const anXrpAgreement = () => anAgreedEscrow(db, { currency: 'XRP' })
const written = (agreed: Agreed, changes: object = {}) => ({
  id: randomUUID(),
  escrowId: agreed.id,
  agreementId: agreed.agreementId,
  network: 'stellar' as const,
  hash: randomUUID(),
  xdr: 'x',
  sequence: 1n,
  validUntil: hours(1),
  createdAt: at,
  offeredAt: at,
  ...changes,
})
const replace = (agreed: Agreed) =>
  db.holdAgreement.update({ where: { id: agreed.agreementId }, data: { supersededAt: hours(1) } })

describe('a draft', () => {
  test('is a secret in stock first, is offered once, and stays as it was', async () => {
    const agreed = await anXrpAgreement()
    const { id, condition } = await aSecret(db, agreed)
    const where = { id }
    await expect(aSecret(db, agreed, { offeredAt: at })).rejects.toThrow(/begins with what opens it|offered_whole/)
    await expect(aSecret(db, agreed, { condition })).rejects.toMatchObject({ code: 'P2002' })
    await expect(db.holdDraft.update({ where, data: { condition: 'C' } })).rejects.toThrow(/as it was made/)
    await expect(db.holdDraft.update({ where, data: { offeredAt: at } })).rejects.toThrow(/offered_whole/)
    await expect(db.holdDraft.update({ where, data: { endedAt: at } })).rejects.toThrow(/as it was made|once_offered/)
    await offer(db, id)
    for (const data of [{ sequence: 2n }, { lastLedger: 901n }, { offeredAt: hours(1) }, { sealedFulfilment: 'F' }]) {
      await expect(db.holdDraft.update({ where, data })).rejects.toThrow(/as it was offered/)
    }
    await db.holdDraft.update({ where, data: { endedAt: hours(1) } })
    await expect(db.holdDraft.update({ where, data: { endedAt: hours(2) } })).rejects.toThrow(/as it was offered/)
    await expect(db.holdDraft.delete({ where })).rejects.toThrow(/never deleted/)
  })

  test('stands alone on the XRP Ledger; on Stellar one number can be used once', async () => {
    const agreed = await anXrpAgreement()
    const [first, second] = [await aSecret(db, agreed), await aSecret(db, agreed)]
    await offer(db, first.id)
    await expect(offer(db, second.id)).rejects.toMatchObject({ code: 'P2002' })
    await db.holdDraft.update({ where: { id: first.id }, data: { endedAt: hours(1) } })
    await offer(db, second.id)
    const stellar = await anAgreedEscrow(db)
    await db.holdDraft.create({ data: written(stellar) })
    await db.holdDraft.create({ data: written(stellar) })
    await expect(db.holdDraft.create({ data: written(stellar, { hash: null }) })).rejects.toThrow(/of_its_ledger/)
    await expect(db.holdDraft.create({ data: written(agreed) })).rejects.toThrow(/not of this ledger/)
  })

  test('is offered for what is agreed and open alone, and so many times within 24 hours', async () => {
    const agreed = await anXrpAgreement()
    for (let made = 1; made < MOST_DRAFTS_A_DAY; made += 1) {
      const { id } = await aSecret(db, agreed)
      await offer(db, id, { offeredAt: hours(1), endedAt: hours(1) })
    }
    const last = await aSecret(db, agreed)
    await expect(offer(db, last.id, { offeredAt: hours(2) })).rejects.toThrow(/drafts of a day/)
    // The first one of all was offered at `at`.
    await offer(db, last.id, { offeredAt: new Date(hours(24).getTime() + 1) })

    const former = await anXrpAgreement()
    const kept = await aSecret(db, former)
    await db.$transaction([
      replace(former),
      db.holdAgreement.create({ data: agreementOf(former, { sellerWallet: 'T', agreedAt: hours(1) }) }),
    ])
    await expect(offer(db, kept.id)).rejects.toThrow(/nothing is offered any more/)
    await expect(aSecret(db, former)).rejects.toThrow(/nothing is offered any more/)
  })

  test('that can still lock keeps the wallet that is agreed', async () => {
    for (const agreed of [await anXrpAgreement(), await anAgreedEscrow(db)]) {
      const id = agreed.isXrp
        ? (await aSecret(db, agreed)).id
        : (await db.holdDraft.create({ data: written(agreed) })).id
      if (agreed.isXrp) await offer(db, id)
      await expect(replace(agreed)).rejects.toThrow(/can still lock/)
      await db.holdDraft.update({ where: { id }, data: { endedAt: hours(1) } })
      await db.$transaction([
        replace(agreed),
        db.holdAgreement.create({ data: agreementOf(agreed, { sellerWallet: 'T', agreedAt: hours(1) }) }),
      ])
    }
  })
})

describe('a request for another wallet', () => {
  const change = (agreed: Agreed, changes: object = {}) => ({
    id: randomUUID(),
    escrowId: agreed.id,
    agreementId: agreed.agreementId,
    askedById: agreed.sellerId,
    askedAt: at,
    until: new Date(at.getTime() + WALLET_CHANGE_MS),
    ...changes,
  })

  test('is the seller’s, of a few hours, one at a time and a few in all', async () => {
    const agreed = await anAgreedEscrow(db)
    const ask = (changes: object = {}) => db.holdWalletChange.create({ data: change(agreed, changes) })
    await expect(ask({ askedById: agreed.buyerId })).rejects.toThrow(/no other wallet is asked for/)
    await expect(ask({ until: new Date(at.getTime() + WALLET_CHANGE_MS + 1) })).rejects.toThrow(/change_time/)
    for (let asked = 0; asked < MOST_WALLET_CHANGES; asked += 1) {
      const { id } = await ask()
      if (asked === 0) await expect(ask()).rejects.toMatchObject({ code: 'P2002' })
      const where = { id }
      await expect(db.holdWalletChange.update({ where, data: { until: hours(1) } })).rejects.toThrow(/stays what it is/)
      await db.holdWalletChange.update({ where, data: { end: 'withdrawn', endedAt: hours(1) } })
      const again = db.holdWalletChange.update({ where, data: { end: 'made' } })
      await expect(again).rejects.toThrow(/stays what it is/)
    }
    await expect(ask()).rejects.toThrow(/had its requests/)
  })

  test('stops what is offered, until its time is over', async () => {
    const agreed = await anXrpAgreement()
    const { id } = await aSecret(db, agreed)
    await db.holdWalletChange.create({ data: change(agreed) })
    await expect(offer(db, id, { offeredAt: hours(2) })).rejects.toThrow(/another wallet was asked for/)
    await offer(db, id, { offeredAt: hours(3) })
  })
})

describe('a lock of the XRP Ledger', () => {
  test('is of a draft that was offered for its agreement, for ever the same', async () => {
    const [agreed, other] = [await anXrpAgreement(), await anXrpAgreement()]
    const inStock = await aSecret(db, agreed)
    await expect(db.holdLock.create({ data: depositOf(agreed, { draftId: null }) })).rejects.toThrow(/has_draft/)
    await expect(db.holdLock.create({ data: depositOf(agreed, { draftId: inStock.id }) })).rejects.toThrow(
      /of no draft/,
    )
    const foreign = depositOf(agreed, { draftId: other.agreementId })
    await expect(db.holdLock.create({ data: foreign })).rejects.toThrow(/of no draft/)
    const { id } = await db.holdLock.create({ data: depositOf(agreed) })
    await offer(db, inStock.id)
    const moved = db.holdLock.update({ where: { id }, data: { draftId: inStock.id } })
    await expect(moved).rejects.toThrow(/stays what it is/)
  })

  test('counts only where nothing was locked under its condition before', async () => {
    const agreed = await anXrpAgreement()
    await db.holdLock.create({ data: depositOf(agreed, { differences: ['amount'] }) })
    const right = depositOf(agreed, { counts: true })
    const counting = (data: typeof right) =>
      db.$transaction(async (tx) => {
        await tx.holdLock.create({ data })
        await fund(tx, agreed.id, data.hash)
      })
    await expect(counting(right)).rejects.toThrow(/has locked something else before/)
    const { id: draftId } = await aSecret(db, agreed)
    await offer(db, draftId)
    await counting({ ...right, draftId })
  })

  test('that counts is the one whose secret may be signed, and no other is', async () => {
    const locked = await aDueOnchain(db, { currency: 'XRP' })
    const { id } = await beginSettlement(db, locked)
    const until = new Date(Date.now() + 3_600_000)
    const lease = { network: 'xrpl' as const, holder: 'w', epoch: 1n, until }
    await db.payoutLease.upsert({ where: { network: 'xrpl' }, create: lease, update: { until } })
    const finish = async (changes: object = {}) =>
      db.transferAttempt.create({
        data: await envelopeOf(db, { id }, { network: 'xrpl', purpose: 'finish', ...changes }),
      })
    const other = await anXrpAgreement()
    await expect(finish({ blob: `12${other.account}` })).rejects.toThrow(/another secret/)
    await expect(finish({ blob: '12' })).rejects.toThrow(/another secret/)
    await finish({ blob: `12${locked.account.toLowerCase()}34` })
  })
})
