/** Confirming a shipment, its documents, their review: who may do what, what is refused (spec §5–§6, product.md §3). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { type DocumentReview, reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  pilotBuyer,
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

async function confirm(transactionId: string, changes: object = {}) {
  return confirmShipment(world.deps, {
    sellerId: seller.id,
    transactionId,
    walletAddress: walletOf('XLM'),
    walletMemo: '',
    files: [],
    ...changes,
  })
}

const review = async (escrowId: string, changes: Partial<DocumentReview> = {}) =>
  reviewDocuments(world.deps, {
    hasCheckedWallet: true,
    escrowId,
    buyerId: buyer.id,
    approval: 'Approved',
    reason: '',
    rejected: [],
    seenWallet: { address: walletOf('XLM'), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
    ...changes,
  })

async function storedFiles(): Promise<string[]> {
  const later = new Date(Date.now() + 60_000)
  const { storage } = world.deps
  return (
    await Promise.all(['contracts/', 'confirmations/', 'incoming/'].map((prefix) => storage.olderThan(prefix, later)))
  ).flat()
}

async function filesAreRemoved(): Promise<void> {
  const isDone = async () => {
    const jobs = await world.deps.db.$queryRaw<object[]>`
      select 1 from graphile_worker.jobs where task_identifier = 'remove_file'`
    return jobs.length === 0
  }
  await world.workUntil(isDone, 'the files of deleted documents are removed')
}

test('a wallet that cannot receive is refused with its reason', async () => {
  const inUsdc = await escrowOf(world, { buyer, asset: 'USDC', amount: '5' })
  const noTrustline = walletOf('USDC', 'usdc-issuer')
  for (const [walletAddress, refused] of [
    ['', 'wallet_required'],
    ['GNOTANADDRESS', 'wallet_invalid'],
    [world.deps.accounts.stellar.escrow, 'wallet_is_ours'],
    [walletOf('USDC', 'exchange'), 'wallet_memo_required'],
  ]) {
    expect(await confirm(inUsdc.transactionId, { walletAddress })).toMatchObject({ refused })
  }
  expect(await confirm(inUsdc.transactionId, { walletAddress: noTrustline })).toHaveProperty('refused')
  granted(await confirm(inUsdc.transactionId, { walletAddress: walletOf('USDC', 'exchange'), walletMemo: '77' }))
})

test('a refused confirmation leaves no file behind', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow.transactionId))
  granted(await review(escrow.escrowId))
  const before = await storedFiles()
  const late = await upload(world, { field: 'BillOfLading' })
  expect(await confirm(escrow.transactionId, { files: [{ type: 'BillOfLading', upload: late }] })).toMatchObject({
    refused: 'escrow_settled',
  })
  expect((await storedFiles()).sort()).toEqual([...before].sort())
})

test('a new document of a type takes the place of the old, and its file goes', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const present = async (name: string) =>
    granted(
      await confirm(escrow.transactionId, { files: [{ type: 'PackingList', upload: await upload(world, { name }) }] }),
    )
  await present('first.pdf')
  await present('second.pdf')
  const documents = await world.deps.db.escrowDocument.findMany({ where: { escrowId: escrow.escrowId } })
  expect(documents.map((document) => document.fileName)).toEqual(['second.pdf'])
  await filesAreRemoved()
  const stored = (await storedFiles()).filter((key) => key.includes(escrow.transactionId))
  expect(stored).toEqual([documents[0]?.storageKey])
})

test('a document is deleted by its seller only, with its file, and not after approval', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow.transactionId, { files: [{ type: 'PackingList', upload: await upload(world) }] }))
  const document = await world.deps.db.escrowDocument.findFirstOrThrow({ where: { escrowId: escrow.escrowId } })
  const remove = (sellerId: string) => removeDocument(world.deps, { documentId: document.id, sellerId })
  expect(await remove(buyer.id)).toMatchObject({ refused: 'document_not_found' })
  expect(await remove((await aSeller(world)).id)).toMatchObject({ refused: 'document_not_found' })
  granted(await remove(seller.id))
  await filesAreRemoved()
  expect(await storedFiles()).not.toContain(document.storageKey)

  granted(await confirm(escrow.transactionId, { files: [{ type: 'PackingList', upload: await upload(world) }] }))
  granted(await review(escrow.escrowId))
  const approved = await world.deps.db.escrowDocument.findFirstOrThrow({ where: { escrowId: escrow.escrowId } })
  expect(await removeDocument(world.deps, { documentId: approved.id, sellerId: seller.id })).toMatchObject({
    refused: 'approval_final',
  })
})

test('a store that does not answer keeps nobody from deleting a document; its file goes when the store is back', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow.transactionId, { files: [{ type: 'PackingList', upload: await upload(world) }] }))
  const document = await world.deps.db.escrowDocument.findFirstOrThrow({ where: { escrowId: escrow.escrowId } })
  const away = { ...world.deps.storage, remove: () => Promise.reject(new Error('the store is away')) }
  granted(await removeDocument({ ...world.deps, storage: away }, { documentId: document.id, sellerId: seller.id }))
  expect(await storedFiles()).toContain(document.storageKey)
  await filesAreRemoved()
  expect(await storedFiles()).not.toContain(document.storageKey)
})

test('the buyer of record alone reviews, after the confirmation, with a reason for a rejection', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  expect(await review(escrow.escrowId)).toMatchObject({ refused: 'not_confirmed_yet' })
  granted(await confirm(escrow.transactionId))
  const stranger = await pilotBuyer(world)
  expect(await review(escrow.escrowId, { buyerId: stranger.id })).toMatchObject({ refused: 'escrow_not_found' })
  expect(await review(escrow.escrowId, { buyerId: seller.id })).toMatchObject({ refused: 'escrow_not_found' })
  expect(await review(escrow.escrowId, { approval: 'Rejected' })).toMatchObject({
    refused: 'rejection_reason_required',
  })
  granted(await review(escrow.escrowId, { approval: 'Rejected', reason: 'The weight differs.' }))
  granted(await confirm(escrow.transactionId, { files: [{ type: 'PackingList', upload: await upload(world) }] }))
  expect(await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })).toMatchObject({
    documentApprovalStatus: 'Pending',
    rejectionReason: null,
  })
})

test('an approval counts for the wallet that the buyer saw, and for no other', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow.transactionId, { walletAddress: walletOf('XLM', 'friend') }))
  expect(await review(escrow.escrowId)).toMatchObject({ refused: 'wallet_changed' })
})

test('an approval counts for the documents that the buyer saw, and for no others', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const present = async () =>
    granted(await confirm(escrow.transactionId, { files: [{ type: 'PackingList', upload: await upload(world) }] }))
  await present()
  const seen = await seenDocuments(world, escrow.escrowId)
  await present()
  expect(await review(escrow.escrowId, { seenDocuments: seen })).toMatchObject({ refused: 'documents_changed' })
  expect(await review(escrow.escrowId, { seenDocuments: [] })).toMatchObject({ refused: 'documents_changed' })
  granted(await review(escrow.escrowId))
})

test('an approval stands from the moment it is given, funded or not', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  granted(await confirm(escrow.transactionId))
  granted(await review(escrow.escrowId))
  for (const change of [{ approval: 'Pending' }, { approval: 'Rejected', reason: 'too late' }] as const) {
    expect(await review(escrow.escrowId, change)).toMatchObject({ refused: 'approval_final' })
  }
  await fund(world, escrow.escrowId)
  expect(await world.deps.db.transfer.count({ where: { escrowId: escrow.escrowId } })).toBe(1)
})

test('from the release on, the approval cannot be taken back', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  await fund(world, escrow.escrowId)
  granted(await confirm(escrow.transactionId))
  granted(await review(escrow.escrowId))
  expect(await review(escrow.escrowId, { approval: 'Rejected', reason: 'too late' })).toMatchObject({
    refused: 'approval_final',
  })
})

test('the same approval sent twice is done twice, and made once', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  await fund(world, escrow.escrowId)
  granted(await confirm(escrow.transactionId))
  granted(await review(escrow.escrowId))
  granted(await review(escrow.escrowId))
  const other = { seenWallet: { address: walletOf('XLM'), memo: '7' } }
  expect(await review(escrow.escrowId, other)).toMatchObject({ refused: 'approval_final' })
  const where = { escrowId: escrow.escrowId, kind: 'documents_approved' }
  expect(await world.deps.db.auditEvent.count({ where })).toBe(1)
})

test('an escrow has ten shipment images, however many forms they come by', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const images = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => ({ type: 'ShipmentImage' as const, upload: await upload(world) })),
    )
  granted(await confirm(escrow.transactionId, { files: await images(6) }))
  expect(await confirm(escrow.transactionId, { files: await images(5) })).toMatchObject({
    refused: 'too_many_images',
    field: 'ShipmentImage',
  })
  granted(await confirm(escrow.transactionId, { files: await images(4) }))
  expect(await confirm(escrow.transactionId, { files: await images(1) })).toMatchObject({ refused: 'too_many_images' })
  const where = { escrowId: escrow.escrowId }
  expect(await world.deps.db.escrowDocument.count({ where })).toBe(10)
})

test('what one escrow and one person have in the store is bounded', async () => {
  const [mine, other] = [
    await escrowOf(world, { buyer, asset: 'XLM', amount: '10' }),
    await escrowOf(world, { buyer, asset: 'XLM', amount: '10' }),
  ]
  const present = async (txid: string, size: number) =>
    confirm(txid, { files: [{ type: 'PackingList', upload: { ...(await upload(world)), size } }] })
  expect(await present(mine.transactionId, 601_000_000)).toMatchObject({ refused: 'escrow_store_full' })
  granted(await present(mine.transactionId, 599_000_000))
  await world.deps.db.$executeRaw`
    insert into "escrow_document" ("id", "escrowId", "type", "fileName", "contentType", "size", "sha256", "storageKey", "uploadedById")
    values (gen_random_uuid(), ${mine.escrowId}::uuid, 'BillOfLading', 'a.pdf', 'application/pdf', 2000000000, repeat('0', 64), 'confirmations/a', ${seller.id}::uuid),
           (gen_random_uuid(), ${mine.escrowId}::uuid, 'CommercialInvoice', 'b.pdf', 'application/pdf', 2000000000, repeat('0', 64), 'confirmations/b', ${seller.id}::uuid)`
  expect(await present(other.transactionId, 500_000_000)).toMatchObject({ refused: 'person_store_full' })
  granted(await present(other.transactionId, 300_000_000))
  await world.deps.db.escrowDocument.deleteMany({ where: { escrowId: mine.escrowId } })
})

test('a stamp of the captcha serves one form, and a few corrections of it', async () => {
  const { transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const send = (formToken: string | undefined, walletMemo: string) =>
    confirm(transactionId, { stamp: 'stamp-1', formToken, walletMemo })
  const formToken = randomUUID()
  granted(await send(formToken, ''))
  // The same form again is done already, and uses up no tries.
  for (let again = 0; again < 8; again++) granted(await send(formToken, ''))
  expect(await send(randomUUID(), '1')).toMatchObject({ refused: 'captcha_used', field: 'captcha' })
  expect(await send(undefined, '1')).toMatchObject({ refused: 'captcha_used' })
  for (const memo of ['1', '2', '3', '4']) granted(await send(formToken, memo))
  expect(await send(formToken, '5')).toMatchObject({ refused: 'captcha_used' })
})

test('five approvals at the same time make one payout', async () => {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  await fund(world, escrow.escrowId)
  granted(await confirm(escrow.transactionId))
  await Promise.all(Array.from({ length: 5 }, () => review(escrow.escrowId)))
  expect(await world.deps.db.transfer.count({ where: { escrowId: escrow.escrowId } })).toBe(1)
})
