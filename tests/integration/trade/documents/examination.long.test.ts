/** The examination with one notice: marks, what can no longer be named, rounds, waiver (UCP 600, articles 14, 16). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import type { Mark } from '#app/trade/documents/domain/discrepancy-notice.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { allowPresentation, askForWaiver, declineWaiver } from '#app/trade/documents/workflows/waiver.server.ts'
import { findSellerEscrow, lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  type DatedTrade,
  datedTrade,
  deposit,
  lettersOf,
  type MovingClock,
  movingClock,
  openDeadline,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { workToTheEnd } from '#tests/support/escrow-model/escrow-work.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
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
let clock: MovingClock

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})
afterAll(async () => {
  await expectBooksSound(world.deps.db)
  await world?.[Symbol.asyncDispose]()
})

type Trade = Pick<DatedTrade, 'escrowId' | 'transactionId'>
type Paper = { type: PresentedType; content?: string }
const INVOICE: Paper = { type: 'CommercialInvoice', content: '%PDF-1.4\ninvoice\n%%EOF\n' }
const LADING: Paper = { type: 'BillOfLading', content: '%PDF-1.4\nlading\n%%EOF\n' }

async function present(
  trade: Trade,
  papers: Paper[] = [LADING],
  facts?: Parameters<typeof confirmShipment>[1]['facts'],
) {
  const files = []
  for (const { type, content } of papers) {
    files.push({ type, upload: await upload(world, { field: type, name: `${type}.pdf`, ...(content && { content }) }) })
  }
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  return confirmShipment(world.deps, {
    sellerId: seller.id,
    transactionId: trade.transactionId,
    files,
    facts,
    ...wallet,
  })
}

type Said = { reason?: string; marks?: Mark[]; rejected?: PresentedType[]; by?: Person; seen?: string[] }

async function decide({ escrowId }: Trade, approval: 'Approved' | 'Rejected' | 'Pending', said: Said = {}) {
  const { marks, rejected = marks?.map(({ type }) => type) ?? [], by = buyer } = said
  return reviewDocuments(world.deps, {
    escrowId,
    buyerId: by.id,
    approval,
    reason: approval === 'Rejected' ? (said.reason ?? 'The papers do not fit.') : '',
    rejected,
    marks,
    hasCheckedWallet: true,
    seenWallet: { address: walletOf('XLM'), memo: null },
    seenDocuments: said.seen ?? (await seenDocuments(world, escrowId)),
  })
}

const reject = (trade: Trade, said: Said = {}) => decide(trade, 'Rejected', said)
const mark = (type: PresentedType, reasons: Mark['reasons'], words = ''): Mark => ({ type, reasons, words })

async function dated(papers: Paper[] = [INVOICE, LADING]): Promise<DatedTrade> {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email })
  await deposit(world, trade, '10')
  granted(await present(trade, papers))
  return trade
}

/** As its page shows it. */
async function seen(trade: Trade, by: Person = buyer) {
  const viewer = { ...by, hasConfirmedEmail: true, role: by === buyer ? 'buyer' : 'seller' }
  const { issuers, stellarPassphrase } = world.deps.settings
  const network = { issuers, stellarPassphrase, xrplNetworkId: 0 } as never
  const ask = { viewer, typed: trade.transactionId, network, now: world.deps.clock.now() }
  const view = await (by === buyer ? lookUpEscrow(world.deps.db, ask) : findSellerEscrow(world.deps.db, ask))
  if (!view) throw new Error('nobody sees it')
  return view
}

const row = ({ escrowId }: Trade) => world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })

describe('one notice', () => {
  test('each document has its reasons and words; both sides and the letter say them', async () => {
    const trade = await dated()
    const marks = [
      mark('CommercialInvoice', ['short_quantity']),
      mark('BillOfLading', ['wrong_party', 'other'], 'The consignee is a bank.'),
    ]
    granted(await reject(trade, { marks }))
    for (const by of [buyer, seller]) {
      const { examination } = await seen(trade, by)
      expect(examination.notice).toMatchObject({ reason: 'The papers do not fit.', marks, isBinding: true })
      expect(examination).toMatchObject({
        roundsLeft: 1,
        rounds: [{ round: 1, files: [{}, {}], notices: [{ marks }] }],
      })
    }
    const [letter] = await lettersOf(world, { letter: 'documents_rejected', trade, to: seller })
    expect(letter).toMatchObject({ reason: 'The papers do not fit.', marks, roundsLeft: 1 })
    expect((await row(trade)).rejectedTypes).toEqual(['CommercialInvoice', 'BillOfLading'])
  })

  test('the same notice sent twice is one; own words are asked for where they are chosen', async () => {
    const trade = await dated()
    expect(await reject(trade, { marks: [mark('BillOfLading', ['other'])] })).toEqual({
      refused: 'mark_words_required',
      field: 'words-BillOfLading',
    })
    const marks = [mark('BillOfLading', ['unsigned'])]
    const twice = await Promise.all([reject(trade, { marks }), reject(trade, { marks })])
    for (const answer of twice) granted(answer)
    expect(await world.deps.db.examination.count({ where: { escrowId: trade.escrowId } })).toBe(1)
    expect(await lettersOf(world, { letter: 'documents_rejected', trade, to: seller })).toHaveLength(1)
  })

  test('it is about what the buyer has read', async () => {
    const trade = await dated([LADING])
    const before = await seenDocuments(world, trade.escrowId)
    granted(await present(trade, [INVOICE]))
    expect(await reject(trade, { seen: before })).toMatchObject({ refused: 'documents_changed' })
  })

  test('nobody but the buyer gives one', async () => {
    const trade = await dated()
    const other = await paidBuyer(world)
    for (const by of [seller, other]) expect(await reject(trade, { by })).toEqual({ refused: 'escrow_not_found' })
  })
})

describe('what was not named', () => {
  const first = [mark('BillOfLading', ['wrong_party', 'unsigned'], 'The consignee.')]

  test('cannot be named of the same files: not another document, reason, word or text of the whole', async () => {
    const trade = await dated()
    granted(await reject(trade, { marks: first }))
    const late = { refused: 'defect_too_late' }
    for (const status of ['Rejected', 'Pending'] as const) {
      if (status === 'Pending') granted(await decide(trade, 'Pending'))
      expect(await reject(trade, { marks: [...first, mark('CommercialInvoice', [])] })).toMatchObject({
        ...late,
        field: 'rejected-CommercialInvoice',
      })
      expect(await reject(trade, { marks: [mark('BillOfLading', ['unreadable'])] })).toMatchObject({
        ...late,
        field: 'rejected-BillOfLading',
      })
      expect(await reject(trade, { marks: [mark('BillOfLading', ['unsigned'], 'The date, too.')] })).toMatchObject(late)
      expect(await reject(trade, { marks: first, reason: 'Something else.' })).toMatchObject({
        ...late,
        field: 'reason',
      })
      // Rejecting all papers goes beyond the one that was named.
      expect(await reject(trade, {})).toMatchObject(late)
    }
    expect((await seen(trade)).examination.before).toMatchObject({ marks: first })
  })

  test('less may be named, and less it stays', async () => {
    const trade = await dated()
    granted(await reject(trade, { marks: first }))
    granted(await decide(trade, 'Pending'))
    granted(await reject(trade, { marks: [mark('BillOfLading', ['unsigned'])] }))
    expect(await reject(trade, { marks: first })).toMatchObject({ refused: 'defect_too_late' })
    const { examination } = await seen(trade)
    expect(examination.rounds[0]?.notices.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true, false])
  })

  test('binds in the next round of what has stayed, and not of what is new', async () => {
    const trade = await dated()
    granted(await reject(trade, { marks: first }))
    granted(await present(trade, [{ type: 'BillOfLading' }]))
    // The invoice was in order, and it is the same file.
    expect(await reject(trade, { marks: [mark('CommercialInvoice', ['short_quantity'])] })).toMatchObject({
      field: 'rejected-CommercialInvoice',
    })
    granted(await reject(trade, { marks: [mark('BillOfLading', ['unreadable'])], reason: 'Now it cannot be read.' }))
  })

  test('a file that is sent again is the same file', async () => {
    const trade = await dated()
    granted(await reject(trade, { marks: first }))
    granted(await present(trade, [{ type: 'PackingList' }, LADING]))
    expect(await reject(trade, { marks: [mark('BillOfLading', ['unreadable'])] })).toMatchObject({
      refused: 'defect_too_late',
    })
  })

  test('binds by marks alone where there are no dates; a mere reason can be changed there, as ever', async () => {
    const trade = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    granted(await present(trade, [INVOICE, LADING]))
    granted(await reject(trade, { reason: 'The weight differs.' }))
    granted(await reject(trade, { reason: 'The weight and the date differ.', rejected: ['BillOfLading'] }))
    expect((await seen(trade, seller)).examination.may.askWaiver).toBe(false)
    granted(await reject(trade, { marks: first }))
    expect(await reject(trade, { reason: 'And more.' })).toMatchObject({ refused: 'defect_too_late' })
    for (const count of [1, 2, 3]) {
      granted(await present(trade, [{ type: 'BillOfLading' }]))
      granted(await reject(trade, { reason: `Not ${count} times.`, rejected: ['BillOfLading'] }))
    }
    expect((await seen(trade)).examination).toMatchObject({ roundsLeft: null, rounds: { length: 4 } })
  })

  test('the database holds it by itself', async () => {
    const trade = await dated()
    granted(await reject(trade, { marks: first }))
    const { db } = world.deps
    const given = await db.examination.findFirstOrThrow({
      where: { escrowId: trade.escrowId },
      include: { files: true },
    })
    const more = {
      id: randomUUID(),
      examinationId: given.id,
      type: 'CommercialInvoice' as const,
      reasons: [],
      words: '',
    }
    await expect(db.discrepancy.create({ data: more })).rejects.toThrow(/is given/)
    await expect(db.examination.update({ where: { id: given.id }, data: { reason: 'Else.' } })).rejects.toThrow(
      /stays what it is/,
    )
    await expect(db.examination.delete({ where: { id: given.id } })).rejects.toThrow(/never deleted/)
    granted(await decide(trade, 'Pending'))
    const another = db.$transaction(async (tx) => {
      const { files, id: _, withdrawnAt: __, ...rest } = given
      const { id } = await tx.examination.create({
        data: { ...rest, id: randomUUID(), givenAt: world.deps.clock.now() },
      })
      for (const file of files) await tx.examinedFile.create({ data: { ...file, id: randomUUID(), examinationId: id } })
      await tx.discrepancy.create({ data: { ...more, id: randomUUID(), examinationId: id } })
    })
    await expect(another).rejects.toThrow(/names what the one before did not/)
  })
})

describe('rounds', () => {
  async function rejectedTwice(): Promise<DatedTrade> {
    const trade = await dated([LADING])
    granted(await reject(trade))
    granted(await present(trade, [{ type: 'BillOfLading' }]))
    granted(await reject(trade, { reason: 'Still not.' }))
    return trade
  }

  test('after the second rejection the buyer gives the next one, with time to use it', async () => {
    const trade = await rejectedTwice()
    expect((await seen(trade, seller)).may.confirm).toBe(false)
    expect((await seen(trade, seller)).examination).toMatchObject({ roundsLeft: 0 })
    expect(await present(trade, [{ type: 'BillOfLading' }])).toEqual({ refused: 'rounds_used' })
    expect(await allowPresentation(world.deps, { escrowId: trade.escrowId, buyerId: seller.id })).toEqual({
      refused: 'escrow_not_found',
    })
    clock.on(60_000)
    const both = await Promise.all(
      [1, 2].map(() => allowPresentation(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id })),
    )
    for (const answer of both) granted(answer)
    expect(await lettersOf(world, { letter: 'waiver', trade, to: seller })).toMatchObject([{ moment: 'round' }])
    const running = await openDeadline(world, trade)
    expect(running).toMatchObject({ kind: 'present', owner: 'seller' })
    expect((await seen(trade, seller)).examination.roundsLeft).toBe(1)
    granted(await present(trade, [{ type: 'BillOfLading' }]))
    expect((await seen(trade)).examination.rounds.map(({ round }) => round)).toEqual([1, 2, 3])
    granted(await reject(trade, { reason: 'Not yet.' }))
    expect(await present(trade, [{ type: 'BillOfLading' }])).toEqual({ refused: 'rounds_used' })
  })

  test('a round is not given while there are rounds, and what was not used lets the refund open', async () => {
    const trade = await dated([LADING])
    const allow = () => allowPresentation(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id })
    expect(await allow()).toEqual({ refused: 'round_not_possible' })
    granted(await reject(trade))
    expect(await allow()).toEqual({ refused: 'round_not_possible' })
    granted(await present(trade, [{ type: 'BillOfLading' }]))
    granted(await reject(trade, { reason: 'Still not.' }))
    await runOut(world, { clock, trade })
    await runOut(world, { clock, trade })
    expect((await row(trade)).refundOpenedAt).not.toBeNull()
    expect(await allow()).toEqual({ refused: 'round_not_possible' })
  })

  test('the database gives no third round by itself', async () => {
    const trade = await rejectedTwice()
    const data = { id: randomUUID(), escrowId: trade.escrowId, round: 3, presentedAt: new Date() }
    await expect(world.deps.db.presentation.create({ data })).rejects.toThrow(/was not given/)
  })

  test('what was not named and is replaced keeps its name and hash in its round', async () => {
    const trade = await dated()
    granted(await reject(trade, { marks: [mark('BillOfLading', ['unsigned'])] }))
    granted(await present(trade, [{ type: 'BillOfLading' }, { type: 'CommercialInvoice' }]))
    const [first] = (await seen(trade)).examination.rounds
    expect(first?.files.map(({ type, documentId }) => [type, documentId !== null])).toEqual([
      ['CommercialInvoice', false],
      ['BillOfLading', true],
    ])
  })
})

describe('a waiver', () => {
  const ask = (trade: Trade, words = 'The goods have arrived whole.', by = seller) =>
    askForWaiver(world.deps, { escrowId: trade.escrowId, sellerId: by.id, words })
  const requestOf = async (trade: Trade) => (await seen(trade)).examination.notice?.waiver?.id ?? randomUUID()
  const decline = async (trade: Trade, words = 'No.', by = buyer) =>
    declineWaiver(world.deps, { escrowId: trade.escrowId, buyerId: by.id, requestId: await requestOf(trade), words })

  async function rejected(): Promise<DatedTrade> {
    const trade = await dated([LADING])
    granted(await reject(trade, { marks: [mark('BillOfLading', ['presented_late'])] }))
    return trade
  }

  test('is asked for once, and given by approving with everything that an approval needs; the seller is paid', async () => {
    const trade = await rejected()
    expect(await ask(trade, '')).toEqual({ refused: 'waiver_words_required', field: 'waiverWords' })
    const before = await openDeadline(world, trade)
    for (const answer of await Promise.all([ask(trade), ask(trade)])) granted(answer)
    expect(await ask(trade, 'Please.')).toEqual({ refused: 'waiver_asked_before' })
    expect(await openDeadline(world, trade)).toEqual(before)
    expect(await lettersOf(world, { letter: 'waiver', trade, to: buyer })).toMatchObject([
      { moment: 'asked', words: 'The goods have arrived whole.' },
    ])
    expect((await seen(trade)).examination.may).toMatchObject({ answerWaiver: true, askWaiver: false })

    const stale = await reviewDocuments(world.deps, {
      escrowId: trade.escrowId,
      buyerId: buyer.id,
      approval: 'Approved',
      reason: '',
      rejected: [],
      hasCheckedWallet: true,
      seenWallet: { address: walletOf('XLM', 'friend'), memo: null },
      seenDocuments: await seenDocuments(world, trade.escrowId),
    })
    expect(stale).toMatchObject({ refused: 'wallet_changed' })
    granted(await decide(trade, 'Approved'))
    expect((await seen(trade)).examination.rounds[0]?.notices).toMatchObject([
      { withdrawnAt: null, waiver: { answer: 'waived' } },
    ])
    expect(await lettersOf(world, { letter: 'documents_approved', trade, to: seller })).toMatchObject([
      { waived: true },
    ])
    const kinds = await world.deps.db.auditEvent.findMany({
      where: { escrowId: trade.escrowId, kind: { in: ['waiver_asked', 'discrepancies_waived'] } },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    })
    expect(kinds.map(({ kind }) => kind)).toEqual(['waiver_asked', 'discrepancies_waived'])
    await workToTheEnd(world, { asset: trade.asset, escrowIds: [trade.escrowId] })
    expect(await world.deps.db.transfer.findMany({ where: { escrowId: trade.escrowId } })).toMatchObject([
      { purpose: 'release', state: 'confirmed' },
    ])
  })

  test('may be declined; then it is not asked for again, and a new notice can be asked about', async () => {
    const trade = await rejected()
    granted(await ask(trade))
    expect(await decline(trade, 'No.', seller)).toEqual({ refused: 'escrow_not_found' })
    for (const answer of await Promise.all([decline(trade), decline(trade)])) granted(answer)
    expect(await lettersOf(world, { letter: 'waiver', trade, to: seller })).toMatchObject([
      { moment: 'declined', words: 'No.' },
    ])
    expect(await ask(trade)).toEqual({ refused: 'waiver_asked_before' })
    granted(await present(trade, [{ type: 'BillOfLading' }]))
    expect(await ask(trade)).toEqual({ refused: 'waiver_not_possible' })
    granted(await reject(trade, { reason: 'Still late.' }))
    granted(await ask(trade))
  })

  test('is over when the documents are presented anew, or the notice is taken back', async () => {
    const trade = await rejected()
    granted(await ask(trade))
    const requestId = await requestOf(trade)
    granted(await present(trade, [{ type: 'BillOfLading' }]))
    const late = await declineWaiver(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, requestId, words: '' })
    expect(late).toEqual({ refused: 'waiver_not_asked' })
    expect((await seen(trade)).examination.rounds[0]?.notices[0]?.waiver?.answer).toBe('overtaken')
    const other = await rejected()
    granted(await ask(other))
    granted(await decide(other, 'Pending'))
    expect((await seen(other)).examination.rounds[0]?.notices[0]?.waiver?.answer).toBe('overtaken')
  })

  test('presented anew while it is given: one of the two counts, and the buyer pays for nothing unread', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const trade = await rejected()
      granted(await ask(trade))
      const read = await seenDocuments(world, trade.escrowId)
      const [waived, anew] = await Promise.all([
        decide(trade, 'Approved', { seen: read }),
        present(trade, [{ type: 'BillOfLading' }]),
      ])
      const refusals = [waived, anew].flatMap((answer) => ('refused' in answer ? [answer.refused] : []))
      expect([['documents_changed'], ['escrow_settled'], ['approval_final']]).toContainEqual(refusals)
    }
  })

  test('is nobody else’s to ask for, and nothing is asked while Quayside decides', async () => {
    const trade = await rejected()
    expect(await ask(trade, 'Please.', buyer)).toEqual({ refused: 'escrow_not_found' })
    expect(await ask(trade, 'Please.', await aSeller(world))).toEqual({ refused: 'escrow_not_found' })
    granted(await openDispute(world.deps, { escrowId: trade.escrowId, userId: seller.id, reason: 'It is in order.' }))
    expect(await ask(trade)).toEqual({ refused: 'in_dispute' })
    expect(await allowPresentation(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id })).toEqual({
      refused: 'in_dispute',
    })
  })
})

describe('hints', () => {
  test('say what stands out, to help with reading', async () => {
    const fresh = () => `%PDF-1.4\n${randomUUID()}\n%%EOF\n`
    const elsewhere: Paper = { type: 'PackingList', content: fresh() }
    const lading: Paper = { type: 'BillOfLading', content: fresh() }
    const once = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    granted(await present(once, [elsewhere]))
    const trade = await datedTrade(world, { buyer, sellerEmail: seller.email })
    await deposit(world, trade, '10')
    const facts = {
      containerNumber: 'CSQU3054384',
      ladenOn: new Date('2099-01-01'),
      invoiceAmount: '1000.00',
      insuredAmount: '1099.99',
    }
    granted(await present(trade, [lading, elsewhere], facts))
    expect((await seen(trade)).examination.hints).toEqual([
      { hint: 'container_number', numbers: ['CSQU3054384'] },
      { hint: 'insurance_low', insured: '1099.99', invoice: '1000.00' },
      { hint: 'laden_late', laden: '2099-01-01', latest: expect.stringMatching(/^20\d\d-/) },
      { hint: 'laden_ahead', laden: '2099-01-01', presented: expect.stringMatching(/^20\d\d-/) },
      { hint: 'used_elsewhere', type: 'PackingList' },
    ])
    granted(await reject(trade, { marks: [mark('BillOfLading', ['unsigned'])] }))
    granted(await present(trade, [{ type: 'BillOfLading' }], { ...facts, containerNumber: 'CSQU3054383' }))
    granted(await present(trade, [lading]))
    const { hints } = (await seen(trade)).examination
    expect(hints).toContainEqual({ hint: 'rejected_before', type: 'BillOfLading' })
    expect(hints).not.toContainEqual(expect.objectContaining({ hint: 'container_number' }))
  })

  test('what comes while the refund is about to open came late; more time that was agreed is no lateness', async () => {
    const late = await datedTrade(world, { buyer, sellerEmail: seller.email })
    await deposit(world, late, '10')
    await runOut(world, { clock, trade: late })
    granted(await present(late, [{ type: 'BillOfLading' }]))
    expect((await seen(late)).examination.hints).toContainEqual({ hint: 'presented_late' })

    const more = await datedTrade(world, { buyer, sellerEmail: seller.email })
    await deposit(world, more, '10')
    const running = await openDeadline(world, more)
    const until = new Date((running?.dueAt.getTime() ?? 0) + 20 * 86_400_000).toISOString().slice(0, 10)
    granted(
      await requestExtension(world.deps, { escrowId: more.escrowId, userId: seller.id, until, reason: 'Late vessel.' }),
    )
    const requestId = (await seen(more)).agreement?.request?.id ?? ''
    granted(await answerExtension(world.deps, { escrowId: more.escrowId, userId: buyer.id, requestId, isAgreed: true }))
    clock.to(new Date((running?.dueAt.getTime() ?? 0) + 86_400_000))
    granted(await present(more, [{ type: 'BillOfLading' }]))
    expect((await seen(more)).examination.hints).toEqual([])
  })
})
