/** After a rejection: a rejected file is kept when another replaces it, nothing is sent unchanged (finding D(b)). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { findDownload } from '#app/trade/documents/queries/downloads.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { viewEscrow } from '#app/trade/lookup/queries/escrow-view.server.ts'
import {
  seller as aSeller,
  escrowOf,
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

type Escrow = { escrowId: string; transactionId: string }
type Paper = { type: DocumentType; content?: string }

const open = () => escrowOf(world, { buyer, asset: 'XLM', amount: '10' })

async function present({ transactionId }: Escrow, papers: Paper[], wallet = walletOf('XLM')) {
  const files = await Promise.all(
    papers.map(async ({ type, content }) => ({
      type,
      upload: await upload(world, { field: type, name: `${type}.pdf`, ...(content && { content }) }),
    })),
  )
  return confirmShipment(world.deps, {
    sellerId: seller.id,
    transactionId,
    walletAddress: wallet,
    walletMemo: '',
    files,
  })
}

async function decide(
  { escrowId }: Escrow,
  approval: 'Rejected' | 'Pending' | 'Approved',
  rejected: DocumentType[] = [],
) {
  return reviewDocuments(world.deps, {
    hasCheckedWallet: true,
    escrowId,
    buyerId: buyer.id,
    approval,
    reason: approval === 'Rejected' ? 'The weight differs.' : '',
    rejected,
    seenWallet: { address: walletOf('XLM'), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
  })
}

async function view({ escrowId }: Escrow) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  const { issuers, stellarPassphrase } = world.deps.settings
  const network = { issuers, stellarPassphrase, xrplNetworkId: 0 } as never
  return viewEscrow(world.deps.db, { escrow: escrow!, network, now: world.deps.clock.now() })
}

async function rejectedList(of: Escrow) {
  const { documents, rejectedVersions } = await view(of)
  return { now: documents.map(({ type }) => type), kept: rejectedVersions.map(({ type }) => type) }
}

const files = async (id: string) =>
  (await world.deps.storage.olderThan('confirmations/', new Date(Date.now() + 1e9))).filter((key) => key.includes(id))

test('a rejected document is replaced in one step; it is kept with its file, its date, and for both sides', async () => {
  const escrow = await open()
  granted(await present(escrow, [{ type: 'PackingList' }, { type: 'BillOfLading' }]))
  granted(await decide(escrow, 'Rejected', ['PackingList']))
  granted(await present(escrow, [{ type: 'PackingList' }, { type: 'BillOfLading' }]))

  expect(await rejectedList(escrow)).toEqual({ now: ['PackingList', 'BillOfLading'], kept: ['PackingList'] })
  const [kept] = (await view(escrow)).rejectedVersions
  expect(Date.parse(kept?.rejectedAt ?? '')).toBeGreaterThan(Date.parse(kept?.uploadedAt ?? ''))
  for (const { id } of [buyer, seller]) {
    const viewer = { id, email: '', hasConfirmedEmail: true, role: null }
    expect(await findDownload(world.deps.db, { viewer, documentId: kept?.id ?? '' })).not.toBeNull()
  }
  const isQuiet = async () =>
    (
      await world.deps.db.$queryRaw<object[]>`
      select 1 from graphile_worker.jobs where task_identifier = 'remove_file'`
    ).length === 0
  await world.workUntil(isQuiet, 'the file of the bill of lading, which was not rejected, is removed')
  expect(await files(escrow.transactionId)).toHaveLength(3)
})

test('deleting what was rejected keeps it as well, and it is deleted once', async () => {
  const escrow = await open()
  granted(await present(escrow, [{ type: 'PackingList' }]))
  granted(await decide(escrow, 'Rejected'))
  const { id: documentId } = await world.deps.db.escrowDocument.findFirstOrThrow({
    where: { escrowId: escrow.escrowId },
  })
  granted(await removeDocument(world.deps, { documentId, sellerId: seller.id }))
  expect(await rejectedList(escrow)).toEqual({ now: [], kept: ['PackingList'] })
  const again = await removeDocument(world.deps, { documentId, sellerId: seller.id })
  expect(again).toMatchObject({ refused: 'document_not_found' })
  // Removing what was named gives something new to examine.
  granted(await present(escrow, []))
})

test('a decision that the buyer takes back has rejected nothing', async () => {
  const escrow = await open()
  granted(await present(escrow, [{ type: 'PackingList' }]))
  granted(await decide(escrow, 'Rejected'))
  granted(await decide(escrow, 'Pending'))
  granted(await present(escrow, [{ type: 'PackingList' }]))
  expect(await rejectedList(escrow)).toEqual({ now: ['PackingList'], kept: [] })
})

test('sending again with nothing changed is refused, the same file again too; another wallet is a change', async () => {
  const escrow = await open()
  const content = '%PDF-1.4\nthe same\n%%EOF\n'
  granted(await present(escrow, [{ type: 'PackingList', content }]))
  granted(await decide(escrow, 'Rejected'))
  expect(await present(escrow, [])).toEqual({ refused: 'nothing_changed' })
  expect(await present(escrow, [{ type: 'PackingList', content }])).toEqual({ refused: 'nothing_changed' })
  granted(await present(escrow, [], walletOf('XLM', 'friend')))
})

test('the database keeps what was rejected, and every document as it is', async () => {
  const escrow = await open()
  granted(await present(escrow, [{ type: 'PackingList' }]))
  granted(await decide(escrow, 'Rejected'))
  const { db } = world.deps
  const { id } = await db.escrowDocument.findFirstOrThrow({ where: { escrowId: escrow.escrowId } })
  await expect(db.escrowDocument.delete({ where: { id } })).rejects.toThrow(/was rejected and is kept/)
  await expect(db.escrowDocument.update({ where: { id }, data: { sha256: 'other' } })).rejects.toThrow(
    /stays what it is/,
  )
  await db.escrowDocument.update({ where: { id }, data: { replacedAt: new Date() } })
  await expect(db.escrowDocument.update({ where: { id }, data: { replacedAt: null } })).rejects.toThrow(
    /stays what it is/,
  )
})

test('what is kept counts: an escrow has a hundred files at most', async () => {
  const escrow = await open()
  granted(await present(escrow, [{ type: 'PackingList' }]))
  const { db } = world.deps
  const { id: _id, ...row } = await db.escrowDocument.findFirstOrThrow({ where: { escrowId: escrow.escrowId } })
  const kept = { ...row, rejectedAt: new Date(), replacedAt: new Date() }
  await db.escrowDocument.createMany({
    data: Array.from({ length: 99 }, (_, n) => ({ ...kept, storageKey: `${row.storageKey}-${n}` })),
  })
  expect(await present(escrow, [{ type: 'BillOfLading' }])).toMatchObject({ refused: 'too_many_files' })
})
