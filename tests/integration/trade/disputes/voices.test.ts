/** Both sides state and show what happened: by whom, when, how often, and what is left when something fails. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { ownFiles, ownSections } from '#app/settings/queries/own-data.server.ts'
import { VOICE_LIMITS } from '#app/trade/disputes/domain/voices.ts'
import { stateInDispute } from '#app/trade/disputes/workflows/state-in-dispute.server.ts'
import { sweepFiles } from '#app/trade/documents/workflows/sweep-files.server.ts'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { seller as aSeller, granted, type Person, upload } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'
import { samplePdf, samplePng } from '#tests/support/world/sample-files.ts'

let routes: SettlementRoutes
let page: typeof import('#app/trade/disputes/routes/statement.tsx')
let files: typeof import('#app/trade/disputes/routes/file.ts')
let stranger: Person

beforeAll(async () => {
  routes = await openSettlementRoutes()
  page = await import('#app/trade/disputes/routes/statement.tsx')
  files = await import('#app/trade/disputes/routes/file.ts')
  stranger = await aSeller(routes.world)
})
afterAll(() => routes.close())

type Trade = { escrowId: string; transactionId: string }
type Sent = { words?: string; shown?: File[]; origin?: string }

const photo = (name = 'wet.png') => new File([new Uint8Array(samplePng())], name, { type: 'image/png' })

async function say(by: Person | null, { transactionId }: Trade, { words = '', shown = [], origin }: Sent) {
  const body = new FormData()
  body.append('statement', words)
  for (const file of shown) body.append('statementFiles', file)
  const headers = await headersOf(routes.world, by)
  if (origin) headers.set('Origin', origin)
  const request = new Request(`${ORIGIN}/dispute-statement?txid=${transactionId}`, { method: 'POST', headers, body })
  const answer = await page.action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    const { status } = answer
    return { status, to: answer.headers.get('Location') }
  }
  const { data, init } = answer as Awaited<ReturnType<typeof page.action>>
  const [problem] = data.problems
  return { status: init?.status, refused: problem?.refused, field: problem?.field, words: data.words }
}

async function all<Row>(rows: AsyncIterable<Row> = (async function* () {})()): Promise<Row[]> {
  const read: Row[] = []
  for await (const row of rows) read.push(row)
  return read
}

const db = () => routes.world.deps.db
const said = ({ escrowId }: Trade) =>
  db().disputeStatement.findMany({
    where: { dispute: { escrowId } },
    orderBy: { statedAt: 'asc' },
    include: { files: true },
  })

async function get(by: Person | null, fileId: string) {
  const request = new Request(`${ORIGIN}/dispute-files/${fileId}`, { headers: await headersOf(routes.world, by) })
  const args = { request, params: { fileId }, context: {} }
  const answer = await files.loader(args).catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw answer
  return answer
}

const backOf = ({ transactionId }: Trade, path: string) => `${path}?txid=${transactionId}&settled=add_statement#dispute`

describe('both sides', () => {
  test('say and show it, each reads the other, and so does the operator; all of it stays', async () => {
    const trade = await routes.disputed()
    const { buyer, seller } = routes
    expect(await say(seller, trade, { words: ' All dry.\r\nSee the slip. ', shown: [photo('slip.png')] })).toEqual({
      status: 303,
      to: backOf(trade, '/seller-confirm'),
    })
    expect(await say(buyer, trade, { shown: [photo('a.png'), photo('b.png')] })).toMatchObject({
      to: backOf(trade, '/transaction-lookup'),
    })
    const { escrow } = await routes.viewOf(buyer, trade.transactionId)
    expect(escrow?.dispute).toMatchObject({ byDates: false, maySpeak: true, heardAt: expect.any(String) })
    expect(escrow?.dispute?.voices).toMatchObject([
      { side: 'buyer', words: 'Wet bags.', files: [] },
      { side: 'seller', words: 'All dry.\nSee the slip.', files: [{ fileName: 'slip.png', isScanned: false }] },
      { side: 'buyer', words: '', files: [{ fileName: 'a.png' }, { fileName: 'b.png' }] },
    ])
    const [first] = await said(trade)
    const slip = first?.files[0]
    for (const person of [buyer, seller]) {
      const answer = await get(person, slip?.id ?? '')
      expect(answer.headers.get('Content-Disposition')).toContain('slip.png')
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(samplePng()))
    }
    expect((await get(stranger, slip?.id ?? '')).status).toBe(404)
    expect((await get(null, slip?.id ?? '')).headers.get('Location')).toContain('/login')
    expect((await get(buyer, 'nothing')).status).toBe(404)

    const events = await db().auditEvent.findMany({ where: { escrowId: trade.escrowId, kind: 'dispute_stated' } })
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { by: 'seller', files: [{ fileName: 'slip.png', sha256: slip?.sha256 }] },
      { by: 'buyer', reason: '' },
    ])
  })

  test('the other side is told, and of several in a row the newest once', async () => {
    const trade = await routes.disputed()
    for (const words of ['One.', 'Two.', 'Three.']) await say(routes.seller, trade, { words })
    const letters = await db().outboxLetter.findMany({
      where: { escrowId: trade.escrowId, senderId: routes.seller.id },
      orderBy: { createdAt: 'asc' },
    })
    expect(letters.map(({ recipient }) => recipient)).toEqual(letters.map(() => routes.buyer.email))
    expect(letters.length).toBeLessThan(3)
    expect(letters.at(-1)?.content).toMatchObject({
      letter: 'dispute_statement',
      by: 'seller',
      words: 'Three.',
      files: '0',
    })
  })

  test('it is read after the decision, on the statement and in the copy of the own data', async () => {
    const trade = await routes.disputed()
    const { buyer, seller } = routes
    await say(seller, trade, { words: 'All dry.', shown: [photo('slip.png')] })
    await routes.send({ by: buyer, txid: trade.transactionId, fields: { intent: 'withdraw_dispute' } })
    const { escrow } = await routes.viewOf(seller, trade.transactionId, 'confirmation')
    expect(escrow?.pastDisputes[0]?.voices).toMatchObject([{ words: 'Wet bags.' }, { words: 'All dry.' }])
    expect(await say(seller, trade, { words: 'And more.' })).toMatchObject({ refused: 'dispute_not_open' })
    const statement = await findStatement(db(), {
      viewer: { id: buyer.id, email: buyer.email, hasConfirmedEmail: true, role: 'buyer' },
      transactionId: trade.transactionId,
      networks: { stellarPassphrase: null, xrplNetworkId: 1 },
      now: new Date(),
    })
    expect(statement?.disputes[0]?.said).toMatchObject([
      { by: 'seller', words: 'All dry.', files: [{ fileName: 'slip.png' }] },
    ])
    const section = ownSections(db(), { userId: seller.id, now: new Date() }).find(
      ({ name }) => name === 'said-in-disputes',
    )
    const own = await all(section?.rows)
    expect(own).toContainEqual(expect.objectContaining({ words: 'All dry.' }))
    const kept = await all(ownFiles(db(), seller.id))
    expect(kept.map(({ fileName }) => fileName)).toContain('slip.png')
    expect(await all(ownFiles(db(), stranger.id))).toEqual([])
  })
})

describe('is refused', () => {
  test('of whoever is no side, is signed out, or comes from another site', async () => {
    const trade = await routes.disputed()
    expect(await say(stranger, trade, { words: 'Mine.' })).toMatchObject({ status: 404 })
    expect(await say(null, trade, { words: 'Mine.' })).toEqual({ status: 403, to: null })
    expect(await say(routes.seller, trade, { words: 'Mine.', origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    })
    expect(await said(trade)).toEqual([])
  })

  test('where there is no dispute', async () => {
    const trade = await routes.funded()
    expect(await say(routes.buyer, trade, { words: 'Wet.' })).toMatchObject({
      ...{ status: 400, refused: 'dispute_not_open', words: 'Wet.' },
    })
  })

  test.each<[string, Sent, object]>([
    ['nothing', {}, { refused: 'statement_empty', field: 'statement' }],
    ['only spaces', { words: ' \n ' }, { refused: 'statement_empty' }],
    ['too much', { words: 'x'.repeat(4001) }, { refused: 'statement_too_long', field: 'statement' }],
    [
      'a kind that is not taken',
      { words: 'See.', shown: [new File(['x'], 'run.exe')] },
      { refused: 'file_type_not_allowed', field: 'statementFiles' },
    ],
    ['what is no picture', { words: 'See.', shown: [new File(['x'], 'a.png')] }, { field: 'statementFiles' }],
    [
      'six files',
      { words: 'See.', shown: Array.from({ length: 6 }, (_, n) => photo(`${n}.png`)) },
      { refused: 'too_many_files' },
    ],
  ])('%s, and the words are kept', async (_, sent, refused) => {
    const trade = await routes.disputed()
    const answer = await say(routes.seller, trade, sent)
    expect(answer).toMatchObject({ status: 400, ...refused })
    expect(answer.words).toBe((sent.words ?? '').trim())
    expect(await said(trade)).toEqual([])
    expect(await db().fileIntent.count()).toBe(0)
  })

  test('a file that nobody can open', async () => {
    const trade = await routes.disputed()
    const cut = new File([new Uint8Array(samplePdf('x')).slice(0, 60)], 'slip.pdf')
    expect(await say(routes.seller, trade, { words: 'See.', shown: [cut] })).toMatchObject({ field: 'statementFiles' })
  })

  test('more than ten statements, of that side alone', async () => {
    const trade = await routes.disputed()
    for (let n = 1; n <= VOICE_LIMITS.statements; n++) {
      granted(
        await stateInDispute(routes.world.deps, { ...trade, userId: routes.seller.id, words: `${n}`, uploads: [] }),
      )
    }
    expect(await say(routes.seller, trade, { words: 'Eleven.' })).toMatchObject({ refused: 'statements_used' })
    expect((await routes.viewOf(routes.seller, trade.transactionId)).escrow?.dispute?.maySpeak).toBe(false)
    expect(await say(routes.buyer, trade, { words: 'One.' })).toMatchObject({ status: 303 })
  })

  test('more files than a side has room for, in all disputes of an escrow', async () => {
    const trade = await routes.disputed()
    const { world, seller, buyer } = routes
    const show = async (words: string, count: number) => {
      const uploads = await Promise.all(Array.from({ length: count }, () => upload(world)))
      return stateInDispute(world.deps, { ...trade, userId: seller.id, words, uploads })
    }
    for (let n = 1; n <= 6; n++) granted(await show(`${n}`, 5))
    expect(await show('And one.', 1)).toMatchObject({ refused: 'voice_store_full' })
    expect(await say(buyer, trade, { shown: [photo()] })).toMatchObject({ status: 303 })
    expect(await db().fileIntent.count()).toBe(0)
  })
})

test('the same is said once, also at the same moment, and by two who say two things both are kept', async () => {
  const trade = await routes.disputed()
  const same = () => say(routes.seller, trade, { words: 'All dry.', shown: [photo()] })
  const answers = await Promise.all([same(), same(), same()])
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await same()).toMatchObject({ status: 303 })
  expect(await said(trade)).toHaveLength(1)
  await Promise.all(['One.', 'Two.', 'Three.'].map((words) => say(routes.seller, trade, { words })))
  expect((await said(trade)).map(({ number }) => number).sort()).toEqual([1, 2, 3, 4])
})

test('what a crash leaves between the store and the row is swept up; what a row points at stays', async () => {
  const trade = await routes.disputed()
  const { world, seller } = routes
  const uploads = [await upload(world)]
  const crashed = {
    ...world.deps,
    newId: () => {
      throw new Error('the process ends')
    },
  }
  await expect(stateInDispute(crashed, { ...trade, userId: seller.id, words: '', uploads })).rejects.toThrow()
  expect(await said(trade)).toEqual([])
  granted(await stateInDispute(world.deps, { ...trade, userId: seller.id, words: '', uploads: [await upload(world)] }))
  const [row] = await said(trade)
  const storageKey = row?.files[0]?.storageKey ?? ''
  // As if the answer of the commit had been lost.
  await db().fileIntent.create({ data: { storageKey, createdAt: new Date(0) } })
  await sweepFiles(world.deps)
  const content = await world.deps.storage.read(storageKey)
  content.destroy()
  expect(await db().fileIntent.count()).toBe(0)
})
