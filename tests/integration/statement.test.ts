/** The settlement statement: who may read it, what it says of every way an escrow can end, and its PDF (issue 5). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { type PresentedType, SHIPMENT_IMAGE } from '#app/domain/documents.ts'
import { Decimal } from '#app/domain/money.ts'
import type { Statement } from '#app/domain/statement.ts'
import { formatAmount } from '#app/i18n/format.ts'
import { findStatement } from '#app/queries/statement.server.ts'
import { answerRefund } from '#app/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/workflows/ask-for-refund.server.ts'
import { cancelEscrow } from '#app/workflows/cancel-escrow.server.ts'
import { confirmShipment } from '#app/workflows/confirm-shipment.server.ts'
import { decideDispute } from '#app/workflows/decide-dispute.server.ts'
import { openDispute } from '#app/workflows/open-dispute.server.ts'
import { removeDocument } from '#app/workflows/remove-document.server.ts'
import { type Review, reviewDocuments } from '#app/workflows/review-documents.server.ts'
import { openSession } from '#app/workflows/sign-in.server.ts'
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
} from '#tests/support/people.ts'
import { openWorld, type World } from '#tests/support/world.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const AMOUNT = '40.1234567'
const REFUND_WALLET = walletOf('XLM', 'second-buyer')
const TESTNETS = { stellarPassphrase: 'Test SDF Network ; September 2015', xrplNetworkId: 1 }

let world: World
let buyer: Person
let seller: Person
let operator: Person
let page: typeof import('#app/routes/statements.$transactionId/route.tsx')
let pdf: typeof import('#app/routes/statements.$transactionId[.]pdf.ts')

type Opened = { escrowId: string; transactionId: string }
type Presented = { type: PresentedType; name?: string }

beforeAll(async () => {
  world = await openWorld()
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: ORIGIN,
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: '/nowhere',
    LOG_LEVEL: 'silent',
    ...world.harbour.environment(),
  })
  // What the routes find as their runtime, instead of one made from this process's environment.
  globalThis.quaysideRuntime = Promise.resolve({ config, deps: world.deps })
  page = await import('#app/routes/statements.$transactionId/route.tsx')
  pdf = await import('#app/routes/statements.$transactionId[.]pdf.ts')
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
  // Operators are made by a command line only.
  operator = await aSeller(world)
  await world.deps.db.user.update({ where: { id: operator.id }, data: { role: 'admin' } })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** An escrow that is paid in, with documents before the buyer. */
async function presented(files: Presented[] = [{ type: 'BillOfLading' }]): Promise<Opened> {
  const opened = await escrowOf(world, {
    buyer,
    asset: 'XLM',
    amount: AMOUNT,
    sellerEmail: seller.email,
    terms: 'CIF Hamburg',
    contract: await upload(world),
  })
  await fund(world, opened.escrowId)
  await present(opened, files)
  return opened
}

async function present({ transactionId }: Opened, files: Presented[]): Promise<void> {
  const uploads = []
  for (const { type, name } of files) {
    uploads.push({ type, upload: await upload(world, { field: type, name: name ?? 'document.pdf' }) })
  }
  const shipment = { sellerId: seller.id, transactionId, walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(await confirmShipment(world.deps, { ...shipment, files: uploads }))
}

async function review({ escrowId }: Opened, changes: Partial<Review> = {}): Promise<void> {
  const seen = {
    seenWallet: { address: walletOf('XLM'), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
  }
  const decision = { escrowId, buyerId: buyer.id, approval: 'Approved', reason: '', rejected: [], ...seen } as const
  granted(await reviewDocuments(world.deps, { ...decision, ...changes }))
}

async function askBack({ escrowId }: Opened): Promise<void> {
  const wallet = { address: REFUND_WALLET, memo: '' }
  granted(await askForRefund(world.deps, { escrowId, buyerId: buyer.id, reason: 'The ship is late.', wallet }))
}

async function paidOut({ escrowId }: Opened, count: number): Promise<void> {
  const isPaid = async () => (await world.deps.db.payout.count({ where: { escrowId, state: 'confirmed' } })) === count
  await world.workUntil(isPaid, 'the payouts are confirmed')
}

const ENDINGS = {
  async released() {
    const opened = await presented()
    await review(opened)
    await paidOut(opened, 1)
    return opened
  },
  async refunded() {
    const opened = await presented()
    await askBack(opened)
    granted(await answerRefund(world.deps, { ...opened, sellerId: seller.id, isAgreed: true, reason: '' }))
    await paidOut(opened, 1)
    return opened
  },
  async split() {
    const opened = await presented()
    await askBack(opened)
    const { escrowId } = opened
    granted(await openDispute(world.deps, { escrowId, userId: seller.id, reason: 'The goods are at sea.' }))
    const { id: disputeId } = await world.deps.db.dispute.findFirstOrThrow({ where: { escrowId } })
    const decision = {
      decision: 'split',
      sellerAmount: '10.0000001',
      note: 'Two parts of the goods were late.',
    } as const
    granted(await decideDispute(world.deps, { escrowId, operatorId: operator.id, disputeId, ...decision }))
    await paidOut(opened, 2)
    return opened
  },
  async cancelled() {
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: AMOUNT })
    await fund(world, opened.escrowId, '15.5')
    const wallet = { address: REFUND_WALLET, memo: '' }
    granted(await cancelEscrow(world.deps, { escrowId: opened.escrowId, buyerId: buyer.id, wallet }))
    await paidOut(opened, 1)
    return opened
  },
}

const reached = new Map<string, Promise<Opened>>()

/** An escrow that has come to its end; each is walked there once, for all who only read it. */
function ended(stage: keyof typeof ENDINGS): Promise<Opened> {
  const known = reached.get(stage) ?? ENDINGS[stage]()
  reached.set(stage, known)
  return known
}

async function read({ transactionId }: Opened, who: Person, role: 'buyer' | 'seller' | 'admin'): Promise<Statement> {
  const viewer = { ...who, hasConfirmedEmail: true, role }
  const now = new Date('2026-11-20T12:00:00.000Z')
  const statement = await findStatement(world.deps.db, { viewer, transactionId, networks: TESTNETS, now })
  if (!statement) throw new Error('there is no statement')
  return statement
}

/** A request as the person's browser sends it. */
async function visit(path: string, person?: Person): Promise<LoaderFunctionArgs> {
  const headers = new Headers()
  if (person) {
    const { token } = await openSession(world.deps, person.id)
    const { startSession } = await import('#app/web/session.server.ts')
    headers.set('Cookie', (await startSession(new Request(ORIGIN), { token })).split(';')[0] ?? '')
  }
  const transactionId = path.replace(/^\/statements\/|\.pdf$/g, '')
  return { request: new Request(ORIGIN + path, { headers }), params: { transactionId }, context: {} }
}

async function statusOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    (given) => (given instanceof Response ? given.status : 200),
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown.status
      throw thrown
    },
  )
}

/** Readers of a PDF know one kind of space. */
const written = (amount: string) => formatAmount(amount, 'XLM', 'en').replaceAll('\u00a0', ' ')

type Printed = { response: Response; pages: string[]; text: string; title: string }

async function print({ transactionId }: Opened, who: Person): Promise<Printed> {
  const response = await pdf.loader(await visit(`/statements/${transactionId}.pdf`, who))
  const file = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), useSystemFonts: false }).promise
  const pages: string[] = []
  for (let number = 1; number <= file.numPages; number += 1) {
    const sheet = await file.getPage(number)
    const { items } = await sheet.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'))
  }
  const { info } = (await file.getMetadata()) as { info: { Title: string } }
  await file.loadingTask.destroy()
  return { response, pages, text: pages.join('\n'), title: info.Title }
}

describe('a statement', () => {
  let opened: Opened

  beforeAll(async () => {
    opened = await ended('released')
  })

  it('is for its buyer, its seller and the operator', async () => {
    const { transactionId } = opened
    for (const person of [buyer, seller, operator]) {
      expect(await statusOf(page.loader(await visit(`/statements/${transactionId}`, person)))).toBe(200)
      expect(await statusOf(pdf.loader(await visit(`/statements/${transactionId}.pdf`, person)))).toBe(200)
    }
  })

  it('does not exist for other buyers and sellers, and neither does one of no escrow', async () => {
    const { transactionId } = opened
    for (const stranger of [await aSeller(world), await paidBuyer(world)]) {
      expect(await statusOf(page.loader(await visit(`/statements/${transactionId}`, stranger)))).toBe(404)
      expect(await statusOf(pdf.loader(await visit(`/statements/${transactionId}.pdf`, stranger)))).toBe(404)
    }
    for (const nothing of ['auto_00000000000000000000', 'nonsense', opened.escrowId]) {
      expect(await statusOf(page.loader(await visit(`/statements/${nothing}`, operator)))).toBe(404)
    }
  })

  it('sends visitors to log in, and then back to it', async () => {
    for (const [loader, path] of [
      [page.loader, `/statements/${opened.transactionId}`],
      [pdf.loader, `/statements/${opened.transactionId}.pdf`],
    ] as const) {
      const sent = await loader(await visit(path)).catch((thrown: unknown) => thrown)
      expect((sent as Response).headers.get('Location')).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    }
  })

  it('is there for a seller whom the buyer named, before any confirmation, and not for one whom nobody named', async () => {
    const named = await escrowOf(world, { buyer, asset: 'XRP', amount: '5', sellerEmail: seller.email })
    const unnamed = await escrowOf(world, { buyer, asset: 'XRP', amount: '5' })
    expect(await statusOf(page.loader(await visit(`/statements/${named.transactionId}`, seller)))).toBe(200)
    expect(await statusOf(page.loader(await visit(`/statements/${unnamed.transactionId}`, seller)))).toBe(404)
    expect(await read(named, buyer, 'buyer')).toMatchObject({ seller: null, namedSeller: seller.email, isFinal: false })
  })
})

describe('the totals add up', () => {
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed()

  it.each([
    ['released', { received: AMOUNT, paid: { release: AMOUNT } }],
    ['refunded', { received: AMOUNT, paid: { refund: AMOUNT } }],
    ['split', { received: AMOUNT, paid: { release: '10.0000001', refund: '30.1234566' } }],
    ['cancelled', { received: '15.5', paid: { return: '15.5' } }],
  ] as const)('of an escrow that is %s', async (stage, { received, paid }) => {
    const statement = await read(await ended(stage), buyer, 'buyer')
    const { totals, payments, payouts } = statement
    expect(statement).toMatchObject({ stage, isFinal: true })
    expect(totals).toMatchObject({ received, paidOut: received, held: '0', onItsWay: '0', owedBack: '0', madeUp: '0' })
    expect(sum(payments.map(({ amount }) => amount))).toBe(received)
    expect(Object.fromEntries(payouts.map(({ purpose, amount }) => [purpose, amount]))).toEqual(paid)
    expect(totals.networkFees).toBe(sum(payouts.map(({ networkFee }) => networkFee ?? 'none')))
    expect(new Decimal(totals.networkFees).gt(0)).toBe(true)
    for (const movement of [...payments, ...payouts]) {
      expect(movement.explorer).toBe(`https://stellar.expert/explorer/testnet/tx/${movement.hash}`)
    }
  })

  it('before the end: what has arrived is held, and an excess is owed back', async () => {
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: AMOUNT })
    await fund(world, opened.escrowId, '45.1234567')
    const { totals, isFinal } = await read(opened, buyer, 'buyer')
    expect(isFinal).toBe(false)
    expect(totals).toMatchObject({ received: '45.1234567', paidOut: '0', held: '45.1234567', owedBack: '5' })
  })
})

describe('a statement discloses to the seller', () => {
  it('the refund wallet once it was paid, not while the buyer has only stated it', async () => {
    const opened = await presented()
    await askBack(opened)
    const before = await read(opened, seller, 'seller')
    expect(JSON.stringify(before)).not.toContain(REFUND_WALLET)

    granted(await answerRefund(world.deps, { ...opened, sellerId: seller.id, isAgreed: true, reason: '' }))
    const queued = await read(opened, seller, 'seller')
    expect(queued.payouts).toMatchObject([{ purpose: 'refund', state: 'queued', wallet: null }])
    expect(JSON.stringify(queued)).not.toContain(REFUND_WALLET)
    expect((await read(opened, buyer, 'buyer')).payouts).toMatchObject([{ wallet: { address: REFUND_WALLET } }])

    await paidOut(opened, 1)
    const settled = await read(opened, seller, 'seller')
    expect(settled.payouts).toMatchObject([{ state: 'confirmed', wallet: { address: REFUND_WALLET, memo: null } }])
  })
})

describe('the record', () => {
  it('has the examination, the dispute and every event with who did it, oldest first', async () => {
    const opened = await ended('split')
    const { refundRequests, disputes, events } = await read(opened, operator, 'admin')
    expect(refundRequests).toMatchObject([{ reason: 'The ship is late.', answer: { kind: 'withdrawn' } }])
    expect(disputes).toMatchObject([
      {
        openedBy: 'seller',
        reason: 'The goods are at sea.',
        end: { decision: 'split', shares: { seller: '10.0000001', buyer: '30.1234566' } },
      },
    ])
    expect(events.map(({ kind, by }) => `${kind} by ${by}`)).toEqual(
      expect.arrayContaining([
        'escrow_opened by buyer',
        'escrow_funded by quayside',
        'shipment_confirmed by seller',
        'refund_requested by buyer',
        'dispute_opened by seller',
        'dispute_decided by quayside',
        'funds_released by quayside',
      ]),
    )
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort())
  })

  it('keeps a rejection with its reason, and a deleted document with its hash', async () => {
    const opened = await presented([{ type: 'BillOfLading', name: 'wrong.pdf' }])
    const reason = 'The bill of lading names another port.'
    await review(opened, { approval: 'Rejected', reason, rejected: ['BillOfLading'] })
    const { escrowId } = opened
    const { id: documentId, sha256 } = await world.deps.db.escrowDocument.findFirstOrThrow({ where: { escrowId } })
    granted(await removeDocument(world.deps, { documentId, sellerId: seller.id }))
    const { decisions, events, documents } = await read(opened, seller, 'seller')
    expect(decisions).toMatchObject([{ decision: 'rejected', reason, rejected: ['BillOfLading'] }])
    expect(documents).toEqual([])
    expect(events.find(({ kind }) => kind === 'document_removed')).toMatchObject({
      by: 'seller',
      removed: { type: 'BillOfLading', fileName: 'wrong.pdf', sha256 },
    })
  })
})

describe('the PDF', () => {
  it('is an attachment that nothing stores, and says what it is', async () => {
    const opened = await ended('released')
    const { response, title } = await print(opened, buyer)
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="quayside-${opened.transactionId}.pdf"`,
    )
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(title).toBe(`Settlement statement of escrow ${opened.transactionId}`)
  })

  it.each(['released', 'refunded', 'split', 'cancelled'] as const)(
    'of an escrow that is %s has every amount, hash and wallet in it',
    async (stage) => {
      const opened = await ended(stage)
      const { text } = await print(opened, buyer)
      const { payments, payouts, documents, contract, totals } = await read(opened, buyer, 'buyer')
      expect(text).toContain('Final statement')
      expect(text).toContain(opened.transactionId)
      for (const { hash, amount } of [...payments, ...payouts]) {
        expect(text).toContain(hash)
        expect(text).toContain(written(amount))
      }
      for (const { wallet } of payouts) expect(text).toContain(wallet?.address)
      for (const { sha256 } of [...documents, ...(contract ? [contract] : [])]) expect(text).toContain(sha256)
      expect(text).toContain(
        `${written(totals.received)} received = ${written(totals.paidOut)} paid out + ${written(totals.held)} held`,
      )
    },
  )

  it('says of an escrow that is not finished that it is not, and at which stage', async () => {
    const { text } = await print(await presented(), seller)
    expect(text).toContain('Interim statement: this escrow is not finished')
    expect(text).toContain('Stage: Documents to examine.')
  })

  it('goes on over pages, each with its number', async () => {
    const images = Array.from(
      { length: 10 },
      (_, index) => ({ type: SHIPMENT_IMAGE, name: `container-${index}.jpg` }) as const,
    )
    const opened = await presented(images)
    for (let round = 0; round < 20; round += 1) {
      await review(opened, { approval: 'Rejected', reason: `Reason ${round}` })
      await review(opened, { approval: 'Pending' })
    }
    const { pages } = await print(opened, buyer)
    const { documents, events } = await read(opened, buyer, 'buyer')
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, text] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    const all = pages.join('\n')
    for (const { fileName, sha256 } of documents) {
      expect(all).toContain(fileName)
      expect(all).toContain(sha256)
    }
    expect(events.length).toBeGreaterThan(40)
    expect(all.match(/^Documents rejected$/gm)).toHaveLength(20)
  })

  it('writes the names of many peoples, and shows where a character cannot be printed', async () => {
    const name = 'Zoë Łukaszewicz, Юрий, Αθηνά, Nguyễn Thị Ánh'
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: AMOUNT, notes: '王小明 signs.', terms: name })
    const { text } = await print(opened, buyer)
    expect(text.replaceAll('\n', '')).toContain(name)
    expect(text.replaceAll('\n', '')).toContain('[…] signs.')
    expect(text).toContain(`${ORIGIN}/statements/${opened.transactionId}`)
  })
})
