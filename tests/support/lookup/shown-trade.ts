/** A trade as its pages show it, in any stage and custody, with fitting documents, presentations, dates and payouts. */

import { isDecided, type Stage } from '#app/escrow/domain/escrow.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { CUSTODIANS, type Custodian } from '#app/settlement/custody/domain/custodian.ts'
import { awaitingPastDate } from '#app/settlement/custody/domain/past-date.ts'
import type { DocumentView } from '#app/trade/documents/domain/file-view.ts'
import type { DiscrepancyNoticeView, PresentationView } from '#app/trade/documents/domain/presentations-view.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { partsOf } from '#app/trade/lookup/domain/parts-of.ts'
import { roundsLeft } from '#app/trade/terms/domain/presentations-left.ts'
import type { DeadlineKind } from '#app/trade/terms/domain/standing.ts'
import { ahead, DUE_AT as DUE } from '../agreement/ahead.ts'
import { custodyShown, type OfOnchain, ONCHAIN_UNTIL, shownOnchain } from '../onchain/shown-onchain.ts'

const ASSETS = { platform: 'USDC', stellar: 'XLM', xrpl: 'XRP' } as const satisfies Record<Custodian, Asset>

export type Trade = {
  stage: Stage
  custody: Custodian
  isDated: boolean
  /** The number of the newest presentation; the one before was rejected. */
  round: 1 | 2
  /** The ledger's date has come. */
  isPast: boolean
}

const AT = '2026-11-20T12:00:00.000Z'
const ASKED = ['CommercialInvoice', 'PackingList', 'BillOfLading'] as const
const UNDECIDED = ['InsuranceCertificate', 'CertificateOfOrigin', 'InspectionCertificate', 'ShipmentImage'] as const

/** The discrepancy notice is about the packing list. */
const NOTICE: DiscrepancyNoticeView = {
  id: '019a2c3e-7d1f-7b6a-9c55-0242ac120009',
  reason: '',
  marks: [{ type: 'PackingList', reasons: ['short_quantity'], words: '' }],
  givenAt: AT,
  isBinding: true,
  withdrawnAt: null,
  roundAllowedAt: null,
  waiver: null,
}

const OVERTAKEN = { askedAt: AT, reason: 'Late.', answer: 'decided', answeredAt: AT, answerReason: '' } as const

const UNPRESENTED: readonly Stage[] = ['awaiting_funds', 'awaiting_confirmation', 'cancelled', 'lapsed']
const APPROVED: readonly Stage[] = ['releasing', 'release_blocked', 'released']

export const isPresented = ({ stage, round }: Trade) =>
  !UNPRESENTED.includes(stage) && (stage !== 'refund_open' || round === 2)
export const isApproved = ({ stage }: Trade) => APPROVED.includes(stage)
/** A discrepancy notice is the latest answer to the current presentation. */
export const isRejected = (trade: Trade) =>
  trade.stage === 'rejected' || (trade.stage === 'refund_open' && isPresented(trade))
/** It is undecided where the money goes. */
export const isOpen = ({ stage, isPast }: Trade) => !isDecided(stage) && !isPast
export const left = (trade: Trade) =>
  roundsLeft({ hasDates: trade.isDated, round: isPresented(trade) ? trade.round : 0, isAllowed: false })

function clockOf({ stage }: Trade): DeadlineKind | null {
  if (stage === 'awaiting_funds') return 'fund'
  if (stage === 'awaiting_confirmation' || stage === 'rejected') return 'present'
  return stage === 'awaiting_examination' || stage === 'refund_requested' ? 'examine' : null
}

const situationOf = (trade: Trade, onSilence: 'accepted' | 'quayside') => ({
  custody: trade.custody,
  ledgerDate: trade.custody === 'platform' ? null : new Date(ONCHAIN_UNTIL),
  onSilence,
  wasPresented: isPresented(trade),
  roundsLeft: left(trade),
})

function agreementOf(trade: Trade): PartyView['agreement'] {
  if (!trade.isDated) return null
  const kind = clockOf(trade)
  const onSilence = trade.round === 1 ? 'accepted' : 'quayside'
  return {
    fundBy: AT,
    presentBy: DUE,
    examineDays: 5,
    weekend: 'sat_sun',
    onSilence,
    documents: ASKED.map((type) => ({ type, isThere: isPresented(trade) })),
    clock: kind && !trade.isPast ? { ...ahead(kind, situationOf(trade, onSilence)), dueAt: DUE } : null,
    still: trade.stage === 'disputed' ? { why: 'dispute', until: null } : null,
    disputeStands: false,
    request: null,
    mayAsk: false,
    mayAnswer: false,
  }
}

function documentOf(type: DocumentView['type']): DocumentView {
  const file = { fileName: `${type}.pdf`, size: 1_000, sha256: 'ab'.repeat(32), uploadedAt: AT, uploadedBy: 'Ben' }
  return {
    id: `019a2c3e-7d1f-7b6a-9c55-${type.slice(0, 12)}`,
    type,
    isScanned: true,
    trouble: null,
    acceptedAt: null,
    ...file,
  }
}

function roundsOf(trade: Trade): PresentationView[] {
  if (!isPresented(trade)) return []
  const facts = { containerNumber: null, ladenOn: null, invoiceAmount: null, insuredAmount: null }
  const files = ASKED.map((type) => ({ ...documentOf(type), documentId: null }))
  const round = { presentedAt: AT, wasLate: false, facts, files }
  const last = { ...round, round: trade.round, notices: isRejected(trade) ? [NOTICE] : [] }
  return trade.round === 1 ? [last] : [{ ...round, round: 1, notices: [{ ...NOTICE, id: `${NOTICE.id}1` }] }, last]
}

/** For a payout of ours that its wallet cannot receive. */
function blockedPayouts({ stage }: Trade, reader: Reader): Partial<PartyView> {
  if (stage !== 'release_blocked' && stage !== 'refund_blocked') return {}
  const purpose = stage === 'release_blocked' ? 'release' : 'refund'
  const wallet = purpose === 'refund' && reader === 'seller' ? null : { address: 'GABC', memo: null }
  const blocked = { state: 'blocked' as const, blockedReason: 'wallet_trustline_missing', waits: null }
  const payout = { id: purpose, purpose, amount: '500', wallet, hash: null, explorer: null, at: null } as const
  return { payouts: [{ ...payout, ...blocked }] }
}

export function shownTrade(trade: Trade, reader: Reader): PartyView {
  const { stage, custody, isPast } = trade
  const isPlatform = custody === 'platform'
  const of = { asset: ASSETS[custody], stage, reader }
  const base = shownOnchain(of)
  const presented = isPresented(trade)
  const approval = isApproved(trade) ? 'Approved' : isRejected(trade) ? 'Rejected' : 'Pending'
  const reviews = reader === 'buyer' && presented && isOpen(trade) && stage !== 'disputed'
  const confirms = reader === 'seller' && isOpen(trade) && stage !== 'disputed'
  const changes: OfOnchain = {
    ...of,
    custody: custodyShown(of.asset, { stage, custodian: custody, isPast }),
    ...(isPast && { turn: awaitingPastDate({ currency: of.asset }) }),
    approval,
    agreement: agreementOf(trade),
    documents: presented ? ASKED.map(documentOf) : [],
    missingTypes: presented ? [...UNDECIDED] : [...ASKED, ...UNDECIDED],
    rejectedTypes: approval === 'Rejected' ? ['PackingList'] : [],
    rejectionReason: approval === 'Rejected' ? 'Eight bags too few.' : null,
    lines: {
      funded: base.lines.funded,
      confirmed: presented ? 'done' : 'open',
      approved: approval === 'Approved' ? 'done' : approval === 'Rejected' ? 'refused' : 'open',
      release: stage === 'released' ? 'done' : isApproved(trade) ? 'moving' : 'open',
    },
    times: {
      ...base.times,
      confirmedAt: presented ? AT : null,
      decidedAt: approval === 'Pending' ? null : AT,
      releasedAt: stage === 'released' ? AT : null,
    },
    payoutWallet: presented ? { address: 'GABC', memo: null, expectation: 'met', statedAt: AT, changedAt: null } : null,
    examination: {
      ...base.examination,
      rounds: roundsOf(trade),
      roundsLeft: left(trade),
      notice: isRejected(trade) ? NOTICE : null,
    },
    may: {
      ...base.may,
      review: reviews,
      confirm: confirms && !(isRejected(trade) && left(trade) === 0),
      makeViewLink: false,
      askForRefund: base.may.askForRefund && !isPast,
      dispute: base.may.dispute && !isPast,
      stateRefundWallet: isPlatform && reader === 'buyer' && (stage === 'refund_open' || stage === 'disputed'),
    },
    // A request that the dates overtook.
    ...(stage === 'released' && trade.isDated && { pastRequests: [OVERTAKEN] }),
    // As it is with dates, or past the ledger's date.
    silence: trade.isDated || isPast ? null : base.silence,
    ...blockedPayouts(trade, reader),
  }
  return shownOnchain(changes)
}

/** As the operator sees it, who may do nothing. */
export function shownToOperator(trade: Trade): Omit<PartyView, 'reader'> {
  const { parts: _, reader: __, ...view } = shownTrade(trade, 'seller')
  const may = Object.fromEntries(Object.keys(view.may).map((key) => [key, false])) as PartyView['may']
  return { ...view, may, parts: partsOf({ ...view, may }, null) }
}

/** Every possible trade: payouts are blocked only in our custody, and presentations run out only with dates. */
export function tradesIn(stage: Stage): Trade[] {
  const isOurs = stage.endsWith('_blocked')
  return CUSTODIANS.filter((custody) => custody === 'platform' || !isOurs).flatMap((custody): Trade[] => {
    const dated = { stage, custody, isDated: true, round: 1, isPast: false } as const
    const isByDates = stage === 'refund_open' || stage === 'lapsed'
    return [
      dated,
      ...(isByDates ? [] : [{ ...dated, isDated: false }]),
      ...(UNPRESENTED.includes(stage) ? [] : [{ ...dated, round: 2 as const }]),
      ...(stage === 'awaiting_examination' && custody !== 'platform' ? [{ ...dated, isPast: true }] : []),
    ]
  })
}
