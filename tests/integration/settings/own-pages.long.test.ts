/** The account settings: name, wallets, data export, closing. Signed-out people and others get nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { unzip } from '#tests/support/operating/unzip.ts'
import {
  escrowOf,
  fund,
  granted,
  PASSWORD,
  type Person,
  paidBuyer,
  seller,
  unpaidBuyer,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

type Args = { request: Request; params: Record<string, string>; context: Record<string, unknown> }
type Door = (args: Args) => Promise<unknown>

let world: World
let routes: Record<'settings' | 'wallets' | 'export' | 'close', { loader: Door; action: Door }>
let zip: Door

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  routes = {
    settings: await import('#app/accounts/routes/settings/route.tsx'),
    wallets: await import('#app/settings/routes/wallets.tsx'),
    export: await import('#app/settings/routes/export.tsx'),
    close: await import('#app/settings/routes/close.tsx'),
  }
  zip = (await import('#app/settings/routes/export-zip.ts')).loader
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

type Sent = { path: string; as?: Person | string; fields?: Record<string, string>; params?: Record<string, string> }

async function ask(door: Door, { path, as, fields, params = {} }: Sent) {
  const Cookie = as === undefined ? '' : typeof as === 'string' ? as : await cookieOf(world, as)
  const headers = { Cookie, ...(fields && { Origin: ORIGIN }) }
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
  const request = new Request(ORIGIN + path, init)
  const answer = await door({ request, params, context: {} }).catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response))
    return { answer, to: null, status: Reflect.get(Object(answer), 'init')?.status ?? 200 }
  return { answer, to: answer.headers.get('Location'), status: answer.status }
}

const problemsOf = (answer: unknown): { field?: string; text: string }[] =>
  Reflect.get(Object(answer), 'data')?.problems

describe('who is signed out', () => {
  const all = () =>
    [
      [routes.settings, '/settings', { intent: 'end-others' }],
      [routes.wallets, '/settings/wallets', { intent: 'remove', wallet: 'x' }],
      [routes.export, '/settings/export', { password: PASSWORD }],
      [routes.close, '/settings/close', { password: PASSWORD, sure: 'on' }],
    ] as const

  test('is led to the login, whatever is asked or sent', async () => {
    for (const [route, path, fields] of all()) {
      const wanted = `/login?redirectTo=${encodeURIComponent(path)}`
      expect((await ask(route.loader, { path })).to).toBe(wanted)
      expect((await ask(route.action, { path, fields })).to).toBe(wanted)
    }
  })

  test('finds the name again that was typed before the session ended elsewhere', async () => {
    const fields = { intent: 'name', name: 'Ann & Søn' }
    const { to } = await ask(routes.settings.action, { path: '/settings', fields })
    const back = new URL(new URL(to ?? '', ORIGIN).searchParams.get('redirectTo') ?? '', ORIGIN)
    const { answer } = await ask(routes.settings.loader, { path: back.pathname + back.search, as: await seller(world) })
    expect(answer).toMatchObject({ typedName: 'Ann & Søn' })
  })

  test('finds what a wallet was to be called again, too', async () => {
    const fields = { intent: 'name', wallet: 'w1', 'label-w1': 'Accra & Tema' }
    const { to } = await ask(routes.wallets.action, { path: '/settings/wallets', fields })
    const back = new URL(new URL(to ?? '', ORIGIN).searchParams.get('redirectTo') ?? '', ORIGIN)
    const { answer } = await ask(routes.wallets.loader, { path: back.pathname + back.search, as: await seller(world) })
    expect(answer).toMatchObject({ typed: { id: 'w1', label: 'Accra & Tema' } })
  })
})

describe('the own name', () => {
  const rename = (as: Person, name: string) =>
    ask(routes.settings.action, { path: '/settings', as, fields: { intent: 'name', name } })
  const nameOf = async ({ id }: Person) => (await world.deps.db.user.findUniqueOrThrow({ where: { id } })).name

  test('is changed, and both names are on record', async () => {
    const [person, other] = [await seller(world), await seller(world)]
    expect((await rename(person, '  New Name Ltd ')).to).toBe('/settings?done=name')
    expect([await nameOf(person), await nameOf(other)]).toEqual(['New Name Ltd', 'A seller'])
    const event = await world.deps.db.auditEvent.findFirst({ where: { userId: person.id, kind: 'name_changed' } })
    expect(event?.detail).toEqual({ from: 'A seller', to: 'New Name Ltd' })
  })

  test.each([
    ['', 'Enter your full name.'],
    ['see www.evil.example', /./],
    ['x'.repeat(101), /./],
  ])('is not %j', async (name, said) => {
    const person = await seller(world)
    const { answer } = await rename(person, name)
    expect(problemsOf(answer)).toMatchObject([{ field: 'name', text: expect.stringMatching(said) }])
    expect(await nameOf(person)).toBe('A seller')
  })

  test('stays while the other side of an escrow knows it', async () => {
    const buyer = await paidBuyer(world)
    await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
    expect(problemsOf((await rename(buyer, 'Somebody Else')).answer)).toMatchObject([{ field: 'name' }])
    expect(await nameOf(buyer)).toBe('A buyer')
  })
})

describe('saved wallets', () => {
  const written = async (person: Person, kind: string) => {
    const rows = await world.deps.db.auditEvent.findMany({ where: { userId: person.id, kind } })
    return rows.map(({ detail }) => detail)
  }
  const friend = () => walletOf('XLM', 'friend')
  const act = (as: Person, fields: Record<string, string>) =>
    ask(routes.wallets.action, { path: '/settings/wallets', as, fields })
  const shown = async (as: Person) => {
    const { answer } = await ask(routes.wallets.loader, { path: '/settings/wallets', as })
    return (answer as { wallets: { id: string; address: string; label: string; isFirst: boolean; use: string }[] })
      .wallets
  }
  const spend = (buyer: Person, address: string) =>
    escrowOf(world, { buyer, asset: 'XLM', amount: '5', buyerWalletAddress: address, sellerEmail: 'who@example.org' })

  test('are those that were used; the forms begin with the last, or with the one that is chosen', async () => {
    const buyer = await paidBuyer(world)
    await spend(buyer, friend())
    await spend(buyer, walletOf('XLM', 'buyer'))
    const wallets = await shown(buyer)
    expect(wallets.map(({ use: kind, isFirst }) => [kind, isFirst]).sort()).toEqual([
      ['expected', true],
      ['paying', false],
      ['paying', true],
    ])
    const former = wallets.find(({ address }) => address === friend())
    expect((await act(buyer, { intent: 'first', wallet: former?.id ?? '' })).to).toBe('/settings/wallets?done=first')
    expect((await shown(buyer)).find(({ id }) => id === former?.id)?.isFirst).toBe(true)
    expect(await written(buyer, 'saved_wallet_chosen')).toEqual([{ walletId: former?.id, use: 'paying' }])
    expect(await world.deps.db.user.findUnique({ where: { id: buyer.id } })).toMatchObject({
      buyerWalletAddress: friend(),
    })
  })

  test('are named, and removed without touching an escrow', async () => {
    const buyer = await paidBuyer(world)
    const { escrowId } = await spend(buyer, friend())
    const [wallet] = (await shown(buyer)).filter(({ use: kind }) => kind === 'expected')
    const id = wallet?.id ?? ''
    expect((await act(buyer, { intent: 'name', wallet: id, [`label-${id}`]: ' Accra office ' })).to).toMatch(
      /done=name/,
    )
    expect((await shown(buyer)).find((known) => known.id === id)?.label).toBe('Accra office')
    // The same name again is no change, and nobody else reads a wallet's name.
    await act(buyer, { intent: 'name', wallet: id, [`label-${id}`]: 'Accra office' })
    expect(await written(buyer, 'saved_wallet_named')).toEqual([{ walletId: id }])
    const long = await act(buyer, { intent: 'name', wallet: id, [`label-${id}`]: 'x'.repeat(61) })
    expect(long.answer).toMatchObject({
      data: { problems: [{ field: `label-${id}` }], values: { [`label-${id}`]: 'x'.repeat(61) } },
    })
    const before = await world.deps.db.escrow.findUnique({ where: { id: escrowId } })
    expect((await act(buyer, { intent: 'remove', wallet: id })).to).toMatch(/done=remove/)
    expect((await shown(buyer)).map((known) => known.id)).not.toContain(id)
    expect(await world.deps.db.escrow.findUnique({ where: { id: escrowId } })).toEqual(before)
    expect(await world.deps.db.user.findUnique({ where: { id: buyer.id } })).toMatchObject({ walletAddress: null })
    // Another tab still shows the button.
    expect((await act(buyer, { intent: 'remove', wallet: id })).to).toMatch(/done=remove/)
  })

  test('of somebody else can be neither named, nor chosen, nor removed', async () => {
    const [buyer, other] = [await paidBuyer(world), await unpaidBuyer(world)]
    await spend(buyer, friend())
    const before = await shown(buyer)
    for (const { id } of before)
      for (const intent of ['name', 'first', 'remove'])
        await act(other, { intent, wallet: id, [`label-${id}`]: 'mine' })
    expect(await shown(buyer)).toEqual(before)
    expect(await world.deps.db.user.findUnique({ where: { id: other.id } })).toMatchObject({
      walletAddress: null,
      buyerWalletAddress: null,
    })
  })

  test('that cannot be paid any more is not begun with', async () => {
    const person = await seller(world)
    const data = { walletCurrency: 'XLM', walletAddress: world.deps.accounts.stellar.escrow } as const
    await world.deps.db.user.update({ where: { id: person.id }, data })
    await world.deps.db.user.update({ where: { id: person.id }, data: { walletAddress: null, walletCurrency: null } })
    const [wallet] = await shown(person)
    expect(problemsOf((await act(person, { intent: 'first', wallet: wallet?.id ?? '' })).answer)).toMatchObject([
      { field: `wallet-${wallet?.id}` },
    ])
    expect((await shown(person))[0]?.isFirst).toBe(false)
  })

  test('any word but the three is none of ours', async () => {
    expect((await act(await seller(world), { intent: 'constructor', wallet: 'x' })).status).toBe(400)
  })
})

describe('a copy of everything', () => {
  const order = (as: Person, password = PASSWORD) =>
    ask(routes.export.action, { path: '/settings/export', as, fields: { password } })
  const readyFor = async (as: Person) => {
    const { answer } = await ask(routes.export.loader, { path: '/settings/export', as })
    return (answer as { ready: { id: string } | null }).ready
  }
  const fetchIt = (as: Person | undefined, exportId: string) =>
    ask(zip, { path: `/settings/export/${exportId}.zip`, params: { exportId }, ...(as && { as }) })

  test('asks for the password, and is for its owner alone, for an hour', async () => {
    const [person, other] = [await seller(world), await seller(world)]
    expect(problemsOf((await order(person, 'not it')).answer)).toMatchObject([{ field: 'password' }])
    expect(await readyFor(person)).toBeNull()
    expect((await order(person)).to).toBe('/settings/export')
    const id = (await readyFor(person))?.id ?? ''
    expect((await fetchIt(undefined, id)).to).toMatch(/^\/login/)
    expect((await fetchIt(other, id)).status).toBe(404)
    expect((await fetchIt(person, 'nothing')).status).toBe(404)
    expect((await fetchIt(person, id)).status).toBe(200)
    const events = await world.deps.db.auditEvent.findMany({
      where: { userId: person.id, kind: { startsWith: 'data_export' } },
    })
    expect(events.map(({ kind }) => kind).sort()).toEqual(['data_export_asked', 'data_export_taken'])
    await world.deps.db.dataExport.update({ where: { id }, data: { askedAt: new Date(0), expiresAt: new Date(1) } })
    expect((await fetchIt(person, id)).status).toBe(404)
    expect(await readyFor(person)).toBeNull()
  })

  test('is made five times a day at most', async () => {
    const person = await seller(world)
    for (let count = 0; count < 5; count += 1) expect((await order(person)).status).toBe(303)
    expect((await order(person)).status).toBe(429)
  })

  test('tells nobody that somebody has yet to look at them', async () => {
    const person = await seller(world)
    await world.deps.db.user.update({ where: { id: person.id }, data: { name: 'Balthazar Quillfeather' } })
    await screenPerson(world.deps, { userId: person.id })
    const opened = { where: { kind: 'screening_opened', userId: person.id } }
    expect(await world.deps.db.auditEvent.count(opened)).toBe(1)
    await order(person)
    const { answer } = await fetchIt(person, (await readyFor(person))?.id ?? '')
    const files = unzip(Buffer.from(await (answer as Response).arrayBuffer()))
    expect(String(files.get('events-of-the-account.json'))).toContain('data_export_asked')
    expect([...files.entries()].flat().map(String).join('\n')).not.toMatch(/screening_|review/i)
  })

  test('holds what a person is, did and uploaded, and nothing of anybody else', async () => {
    const { deps } = world
    const [buyer, supplier] = [await paidBuyer(world), await seller(world)]
    await deps.db.user.update({ where: { id: supplier.id }, data: { name: 'Supplier of Secrets' } })
    const contract = await upload(world, { name: 'our contract.pdf', content: '%PDF-1.4\nthe contract\n%%EOF\n' })
    const opened = { buyer, asset: 'XLM', amount: '5', sellerEmail: supplier.email, notes: 'Cocoa', contract } as const
    const { escrowId, transactionId } = await escrowOf(world, opened)
    await fund(world, escrowId)
    const invoice = await upload(world, {
      field: 'CommercialInvoice',
      name: '../invoice.pdf',
      content: '%PDF-1.4\nthe invoice\n%%EOF\n',
    })
    const wallet = walletOf('XLM', 'seller')
    granted(
      await confirmShipment(deps, {
        sellerId: supplier.id,
        transactionId,
        walletAddress: wallet,
        walletMemo: '',
        files: [{ type: 'CommercialInvoice', upload: invoice }],
      }),
    )
    await openSession(deps, buyer.id)

    const copyOf = async (person: Person) => {
      await order(person)
      const { answer } = await fetchIt(person, (await readyFor(person))?.id ?? '')
      const files = unzip(Buffer.from(await (answer as Response).arrayBuffer()))
      return { files, text: [...files.values()].map(String).join('\n') }
    }
    const [own, theirs] = [await copyOf(buyer), await copyOf(supplier)]

    expect([...own.files.keys()]).toContain(`documents/${transactionId}/our contract.pdf`)
    expect([...theirs.files.keys()].filter((name) => name.startsWith('documents/'))).toEqual([
      `documents/${transactionId}/_invoice.pdf`,
    ])
    expect(String(theirs.files.get(`documents/${transactionId}/_invoice.pdf`))).toContain('the invoice')
    const rows = (copy: typeof own, name: string) => JSON.parse(String(copy.files.get(`${name}.json`)))
    expect(rows(own, 'account')).toMatchObject([{ name: 'A buyer', email: buyer.email, hasPaid: true }])
    expect(rows(own, 'escrows-as-buyer')).toMatchObject([
      { transactionId, notes: 'Cocoa', payments: [{ amount: '5' }] },
    ])
    expect(rows(own, 'fee-payments')).toHaveLength(1)
    expect(rows(theirs, 'escrows-as-seller')).toMatchObject([{ transactionId, payoutAddress: wallet }])
    expect(rows(theirs, 'documents')).toMatchObject([{ type: 'CommercialInvoice', fileName: '../invoice.pdf' }])
    expect(rows(own, 'events-of-the-account').map(({ kind }: { kind: string }) => kind)).toContain('user_registered')

    // Of the other side: its identity, and what it wrote, showed and stated.
    for (const secret of [supplier.email, supplier.id, 'Supplier of Secrets', 'the invoice', 'invoice.pdf'])
      expect(own.text).not.toContain(secret)
    for (const secret of [buyer.email, buyer.id, 'A buyer', 'Cocoa', 'the contract', 'our contract'])
      expect(theirs.text).not.toContain(secret)
    const secrets = await deps.db.user.findUniqueOrThrow({
      where: { id: buyer.id },
      select: { password: true, sessions: true, tokens: true },
    })
    for (const hash of [secrets.password?.hash, ...secrets.sessions.map(({ tokenHash }) => tokenHash)])
      expect(own.text).not.toContain(hash)
  })
})

describe('closing the account on its page', () => {
  const close = (as: Person, fields: Record<string, string>) =>
    ask(routes.close.action, { path: '/settings/close', as, fields: { password: PASSWORD, sure: 'on', ...fields } })

  test('says what has to end first, and refuses until then', async () => {
    const buyer = await paidBuyer(world)
    const { transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
    const { answer } = await ask(routes.close.loader, { path: '/settings/close', as: buyer })
    expect(answer).toMatchObject({ open: [{ kind: 'escrow', subject: transactionId }], more: 0 })
    expect(problemsOf((await close(buyer, {})).answer)).toHaveLength(1)
    expect((await world.deps.db.user.findUnique({ where: { id: buyer.id } }))?.closedAt).toBeNull()
  })

  test('wants the password and a tick, and ends every session', async () => {
    const person = await seller(world)
    const [here, there] = [await cookieOf(world, person), await cookieOf(world, person)]
    expect(problemsOf((await close(person, { password: '' })).answer)).toMatchObject([{ field: 'password' }])
    expect(problemsOf((await close(person, { password: '', sure: '' })).answer)).toMatchObject([
      { field: 'password' },
      { field: 'sure' },
    ])
    expect(problemsOf((await close(person, { sure: 'yes' })).answer)).toMatchObject([{ field: 'sure' }])
    const fields = { password: PASSWORD, sure: 'on' }
    const done = await ask(routes.close.action, { path: '/settings/close', as: here, fields })
    expect(done).toMatchObject({ to: '/?closed=1', status: 303 })
    for (const cookie of [here, there])
      expect((await ask(routes.settings.loader, { path: '/settings', as: cookie })).to).toMatch(/^\/login/)
    // Another tab sends its form again.
    expect((await ask(routes.close.action, { path: '/settings/close', as: there, fields })).to).toMatch(/^\/login/)
  })
})
