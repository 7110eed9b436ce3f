/** Settlement statements without a database, with something in every section. */

import { createHash } from 'node:crypto'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import type { Paper } from '#app/records/statement/domain/paper.ts'
import type { Statement } from '#app/records/statement/domain/statement.ts'
import { writeStatement } from '#app/records/statement/i18n/statement-paper.ts'

const ACCOUNT = 'GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO'
const WALLET = 'GB7BDSZU2Y27LYNLALKKALB52WS2IZWYBDGY6EQBLEED3TJOCVMZRH7H'

/** As long as a real hash. */
const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')
const explorerOf = (hash: string) => `https://stellar.expert/explorer/public/tx/${hash}`
const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute)).toISOString()

const DEPOSIT = hashOf('deposit')
const RELEASE = hashOf('release')
const RETURN = hashOf('return')

/** Paid out: presented, rejected, disputed, decided; the excess was returned. */
export function settledStatement(changes: Partial<Statement> = {}): Statement {
  return {
    escrowId: '019a2c3e-7d1f-7b6a-9c55-0242ac120002',
    transactionId: 'auto_7h3kq9x2m5p8r4t6w1yz',
    number: '4077012345',
    issuedAt: at(59),
    stage: 'released',
    isFinal: true,
    currency: 'XLM',
    networkName: 'Stellar',
    account: ACCOUNT,
    hold: null,
    amount: '412500',
    ...byName(TEXTS, () => ''),
    terms: 'CIF Hamburg, Incoterms 2020',
    openedAt: at(0),
    buyer: { name: 'Zoë Łukaszewicz', email: 'zoe@buyer.example' },
    seller: { name: 'Nguyễn Thị Ánh', email: 'anh@seller.example' },
    namedSeller: null,
    dates: {
      fundBy: '2026-11-28T23:59:00.000Z',
      presentBy: '2027-01-17T23:59:00.000Z',
      examineDays: 5,
      weekend: 'sat_sun',
      onSilence: 'accepted',
      documents: ['CommercialInvoice', 'BillOfLading'],
    },
    sealed: {
      versions: [
        { version: 1, sha256: hashOf('terms'), acceptedAt: at(2) },
        { version: 2, sha256: hashOf('amended terms'), acceptedAt: at(8) },
      ],
      amendments: [
        {
          id: '019a2c3e-7d1f-7b6a-9c55-0242ac120003',
          by: 'seller',
          words: 'The vessel sails a week later.',
          proposedAt: at(6),
          changes: {
            fundBy: null,
            presentBy: '2027-01-17T23:59:00.000Z',
            examineDays: 5,
            weekend: 'fri_sat',
            documents: ['CommercialInvoice', 'BillOfLading'],
            amount: '412500',
          },
          answer: 'agreed',
          answeredAt: at(8),
        },
        {
          id: '019a2c3e-7d1f-7b6a-9c55-0242ac120004',
          by: 'buyer',
          words: '',
          proposedAt: at(9),
          changes: { fundBy: null, presentBy: null, examineDays: null, weekend: null, documents: [], amount: null },
          answer: null,
          answeredAt: null,
        },
      ],
    },
    moreTime: [
      {
        by: 'buyer',
        until: '2026-12-24T23:59:00.000Z',
        reason: 'The surveyor is on strike.',
        askedAt: at(7),
        answer: { kind: 'agreed', at: at(8) },
        isOver: false,
      },
      { by: 'seller', until: '2026-12-28T23:59:00.000Z', reason: '', askedAt: at(9), answer: null, isOver: true },
    ],
    contract: { fileName: 'contract-2026-117.pdf', size: 184_320, sha256: hashOf('contract'), uploadedAt: at(0) },
    smaller: null,
    payments: [
      {
        hash: DEPOSIT,
        amount: '412600.1234567',
        asset: 'XLM',
        assetLabel: 'XLM',
        problem: null,
        at: at(4),
        explorer: explorerOf(DEPOSIT),
      },
      {
        hash: hashOf('stray'),
        amount: '3',
        asset: null,
        assetLabel: `USDC:${WALLET}`,
        problem: 'wrong_asset',
        at: at(5),
        explorer: null,
      },
    ],
    payouts: [
      {
        purpose: 'release',
        state: 'confirmed',
        blockedReason: null,
        waits: null,
        amount: '412500',
        wallet: { address: WALLET, memo: '100234' },
        networkFee: '0.00001',
        hash: RELEASE,
        at: at(50),
        explorer: explorerOf(RELEASE),
      },
      {
        purpose: 'return',
        state: 'confirmed',
        blockedReason: null,
        waits: null,
        amount: '100.1234567',
        wallet: null,
        networkFee: '0.00001',
        hash: RETURN,
        at: at(51),
        explorer: explorerOf(RETURN),
      },
    ],
    totals: {
      received: '412600.1234567',
      madeUp: '0',
      paidOut: '412600.1234567',
      held: '0',
      onItsWay: '0',
      waiting: '0',
      owedBack: '0',
      networkFees: '0.00002',
      networkFeeAsset: 'XLM',
    },
    documents: [
      {
        type: 'BillOfLading',
        by: 'seller',
        fileName: 'bill-of-lading.pdf',
        size: 96_100,
        sha256: hashOf('lading'),
        uploadedAt: at(10),
      },
      {
        type: 'ShipmentImage',
        by: 'seller',
        fileName: 'container.jpg',
        size: 2_400_000,
        sha256: hashOf('image'),
        uploadedAt: at(10),
      },
    ],
    decisions: [
      {
        decision: 'rejected',
        at: at(12),
        reason: 'The bill of lading names another port.',
        rejected: ['BillOfLading', 'CommercialInvoice'],
      },
      { decision: 'withdrawn', at: at(20), reason: null, rejected: [] },
      { decision: 'approved', at: at(45), reason: null, rejected: [] },
    ],
    rounds: [],
    refundRequests: [
      {
        reason: 'The ship is late.',
        askedAt: at(25),
        answer: { kind: 'declined', at: at(26), reason: 'The goods are at sea.' },
      },
    ],
    disputes: [
      {
        openedBy: 'seller',
        openedAt: at(30),
        reason: 'The goods are at sea.',
        said: [
          {
            by: 'buyer',
            at: '2026-11-21T09:00:00.000Z',
            words: 'Sixteen bags are wet.',
            files: [
              { fileName: 'wet.jpg', size: 1_200_000, sha256: 'd'.repeat(64), uploadedAt: '2026-11-21T09:00:00.000Z' },
            ],
          },
        ],
        end: {
          decision: 'split',
          at: at(40),
          shares: { seller: '412500', buyer: '100.1234567' },
          note: 'Two parts of the goods were late.',
        },
      },
    ],
    divisions: [
      {
        kind: 'offer',
        by: 'buyer',
        at: at(35),
        shares: { seller: '400000', buyer: '12600.1234567' },
        words: 'A third of the bags is wet.',
        answer: { kind: 'declined', at: at(36) },
      },
    ],
    events: [
      { kind: 'escrow_opened', at: at(0), by: 'buyer', removed: null },
      { kind: 'escrow_funded', at: at(4), by: 'quayside', removed: null },
      { kind: 'shipment_confirmed', at: at(10), by: 'seller', removed: null },
      { kind: 'documents_rejected', at: at(12), by: 'buyer', removed: null },
      {
        kind: 'document_removed',
        at: at(13),
        by: 'seller',
        removed: { type: 'BillOfLading', fileName: 'wrong.pdf', sha256: hashOf('wrong') },
      },
      { kind: 'dispute_opened', at: at(30), by: 'seller', removed: null },
      { kind: 'dispute_decided', at: at(40), by: 'quayside', removed: null },
      { kind: 'documents_approved', at: at(45), by: 'buyer', removed: null },
      { kind: 'funds_released', at: at(50), by: 'quayside', removed: null },
      { kind: 'funds_returned', at: at(51), by: 'quayside', removed: null },
    ],
    ...changes,
  }
}

/** Unfinished: money is held, and one payout waits. */
export function runningStatement(changes: Partial<Statement> = {}): Statement {
  const { payouts, totals } = settledStatement()
  const waiting = {
    state: 'blocked',
    blockedReason: null,
    hash: null,
    at: null,
    explorer: null,
    networkFee: null,
  } as const
  return settledStatement({
    stage: 'release_blocked',
    isFinal: false,
    seller: null,
    namedSeller: 'anh@seller.example',
    contract: null,
    dates: null,
    payouts: payouts.map((payout) => (payout.purpose === 'release' ? { ...payout, ...waiting } : payout)),
    totals: { ...totals, paidOut: '100.1234567', held: '412500', waiting: '412500', networkFees: '0.00001' },
    documents: [],
    decisions: [],
    refundRequests: [],
    disputes: [],
    divisions: [],
    ...changes,
  })
}

/** The statement in a language, as on the page and in the PDF. */
export function paperOf(statement: Statement, language: Language): Paper {
  const t = statementTranslator(language)
  return writeStatement({ t, language, statement, origin: 'https://quayside.example' })
}
