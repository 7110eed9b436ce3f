/** Links by which people without an account read an escrow: what they show, to whom, until when (decision 035). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endViewLink, makeViewLink } from '#app/escrow/workflows/view-links.server.ts'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, granted, type Person, paidBuyer, upload } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes
let page: typeof import('#app/records/statement/routes/shared/route.tsx')
let file: typeof import('#app/records/statement/routes/shared/file.ts')

beforeAll(async () => {
  routes = await openSettlementRoutes()
  page = await import('#app/records/statement/routes/shared/route.tsx')
  file = await import('#app/records/statement/routes/shared/file.ts')
})

afterAll(async () => {
  await routes.close()
})

async function opened() {
  const contract = await upload(routes.world)
  return escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10', notes: 'Cocoa', contract })
}

const viewLinksOf = async (person: Person, txid: string) => (await routes.viewOf(person, txid)).escrow?.viewLinks ?? []

async function make(person: Person, txid: string, fields: Record<string, string> = {}) {
  expect(await routes.send({ by: person, txid, fields: { intent: 'make_view_link', ...fields } })).toEqual({
    said: 'make_view_link',
  })
  const link = (await viewLinksOf(person, txid)).at(-1)
  if (!link) throw new Error('no link was made')
  return link
}

const argsOf = (address: string, params: LoaderFunctionArgs['params'] = {}): LoaderFunctionArgs => ({
  request: new Request(address),
  params,
  context: {},
})

async function read(address: string) {
  const { data, init } = await page.loader(argsOf(address))
  return { shared: data.shared, status: init?.status ?? 200 }
}

async function download(address: string, fileId: string): Promise<number> {
  const { search } = new URL(address)
  const answer = file.loader(argsOf(`${ORIGIN}/shared-escrow/files/${fileId}${search}`, { fileId }))
  return (await answer.catch((thrown: unknown) => thrown as Response)).status
}

it('shows the trade to whoever holds the link, without what would be worth stealing', async () => {
  const { transactionId: txid, escrowId } = await opened()
  const { address } = await make(routes.buyer, txid)
  const { shared, status } = await read(address)
  expect(status).toBe(200)
  const whole = JSON.stringify(shared)
  expect(whole).toContain('Cocoa')
  for (const secret of [txid, escrowId, routes.buyer.email]) expect(whole).not.toContain(secret)
  expect(shared?.files).toEqual([])
  expect(await download(address, 'contract')).toBe(404)
  expect(page.headers()).toEqual({ 'Cache-Control': 'no-store' })
})

it('gives the files only where that was ticked, and those of no other escrow', async () => {
  const { transactionId: txid } = await opened()
  const { address } = await make(routes.buyer, txid, { showsFiles: 'on' })
  expect((await read(address)).shared?.files).toMatchObject([{ fileName: 'contract.pdf' }])
  expect(await download(address, 'contract')).toBe(200)
  const other = await opened()
  for (const id of ['x', other.escrowId, '00000000-0000-7000-8000-000000000000']) {
    expect(await download(address, id)).toBe(404)
  }
})

it('writes down who read what by a link, also what it does not give, and not the link itself', async () => {
  const { transactionId: txid, escrowId } = await opened()
  const { address, id } = await make(routes.buyer, txid, { showsFiles: 'on' })
  await read(address)
  expect(await download(address, 'contract')).toBe(200)
  expect(await download(address, 'contract')).toBe(200)
  expect(await download(address, 'x')).toBe(404)
  const noted = await routes.world.deps.db.accessRecord.findMany({ where: { escrowId } })
  expect(noted.map(({ kind, subject, count }) => `${kind} ${subject} ${count}`).toSorted()).toEqual([
    `file_downloaded /shared-escrow/files/contract link ${id} 2`,
    `file_refused /shared-escrow/files/x link ${id} 1`,
    `statement_read link ${id} 1`,
  ])
  const forged = `${ORIGIN}/shared-escrow?token=forged`
  expect((await read(forged)).status).toBe(404)
  expect(await download(forged, 'contract')).toBe(404)
  const refused = await routes.world.deps.db.accessRecord.findMany({ where: { escrowId: null } })
  expect(refused.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual(
    expect.arrayContaining(['file_refused dead link', 'statement_refused link']),
  )
  const token = new URL(address).searchParams.get('token') ?? ''
  expect(token).not.toBe('')
  expect(JSON.stringify([...noted, ...refused])).not.toContain(token)
})

it('is counted, and stands in the history of both sides once a day', async () => {
  const { transactionId: txid } = await opened()
  const { address } = await make(routes.buyer, txid)
  for (let n = 0; n < 3; n += 1) await read(address)
  expect(await viewLinksOf(routes.buyer, txid)).toMatchObject([{ views: 3 }])
  const { escrow } = await routes.viewOf(routes.buyer, txid)
  expect(escrow?.events.map(({ kind }) => kind).slice(0, 2)).toEqual(['view_link_opened', 'view_link_made'])
  expect(escrow?.events[1]?.detail).toEqual({ by: 'buyer' })
})

it('ends when it is revoked and after seven days, and then says nothing of any escrow', async () => {
  const { transactionId: txid, escrowId } = await opened()
  const link = await make(routes.buyer, txid)
  const fields = { intent: 'end_view_link', link: link.id }
  for (const _ of ['pressed', 'pressed twice']) {
    expect(await routes.send({ by: routes.buyer, txid, fields })).toEqual({ said: 'end_view_link' })
  }
  expect(await read(link.address)).toEqual({ shared: null, status: 404 })
  expect(await viewLinksOf(routes.buyer, txid)).toEqual([])
  const { db, clock } = routes.world.deps
  const old = granted(await makeViewLink(routes.world.deps, { escrowId, userId: routes.buyer.id, showsFiles: false }))
  const later = new Date(clock.now().getTime() + 7 * 24 * 3_600_000)
  const asked = { ...routes.world.deps, clock: { now: () => later } }
  const { openViewLink } = await import('#app/escrow/workflows/view-links.server.ts')
  const token = routes.world.deps.accountToken({ id: old.linkId, purpose: 'view_link' })
  expect(await openViewLink(routes.world.deps, token)).not.toBeNull()
  expect(await openViewLink(asked, token)).toBeNull()
  const stretched = db.viewLink.update({ where: { id: old.linkId }, data: { expiresAt: later } })
  await expect(stretched).rejects.toThrow(/stays what it is/)
  for (const nonsense of ['', '?token=', '?token=x', `?token=${link.id}`]) {
    expect((await read(`${ORIGIN}/shared-escrow${nonsense}`)).status).toBe(404)
  }
})

it('is made and revoked by a party alone: not by who only holds the ID, not by another, not signed out', async () => {
  const { transactionId: txid, escrowId } = await opened()
  const link = await make(routes.buyer, txid)
  const stranger = await paidBuyer(routes.world)
  for (const by of [stranger, routes.seller]) {
    for (const intent of ['make_view_link', 'end_view_link']) {
      const page = by === routes.seller ? 'confirmation' : 'lookup'
      const answer = await routes.send({ page, by, txid, fields: { intent, link: link.id } })
      expect(answer).toMatchObject({ refused: 'escrow_not_found' })
    }
  }
  const ask = { escrowId, userId: stranger.id, linkId: link.id }
  expect(await endViewLink(routes.world.deps, ask)).toEqual({ refused: 'escrow_not_found' })
  expect(await endViewLink(routes.world.deps, { ...ask, linkId: 'x' })).toEqual({ refused: 'escrow_not_found' })
  expect((await read(link.address)).status).toBe(200)
  const { db } = routes.world.deps
  const row = await db.viewLink.findUniqueOrThrow({ where: { id: link.id } })
  const foreign = { ...row, id: escrowId, tokenHash: 'x', madeById: stranger.id }
  await expect(db.viewLink.create({ data: foreign })).rejects.toThrow(/made by a party/)
  const headers = await headersOf(routes.world, null)
  expect(headers.has('Cookie')).toBe(false)
  expect(
    await routes.send({ by: null, txid, fields: { intent: 'make_view_link' } }).catch(() => 'turned away'),
  ).not.toEqual({
    said: 'make_view_link',
  })
})

it('five at a time, whatever is sent at once', async () => {
  const { transactionId: txid, escrowId } = await opened()
  const ask = { escrowId, userId: routes.buyer.id, showsFiles: false }
  const answers = await Promise.all(Array.from({ length: 8 }, () => makeViewLink(routes.world.deps, ask)))
  expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(3)
  expect(await viewLinksOf(routes.buyer, txid)).toHaveLength(5)
})
