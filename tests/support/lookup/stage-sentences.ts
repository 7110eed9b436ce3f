/**
 * Sentences about money, documents and decisions, with when each may and must be on a page; the pages of every trade
 * are checked (app/admin/routes/dispute/stage-sentences.test.tsx). A key names a sentence, so that its text may change;
 * texts without a key are patterns.
 */

import type { Custodian } from '#app/settlement/custody/domain/custodian.ts'
import type { TradeReader } from './drawn-trade.tsx'
import { isApproved, isOpen, isPresented, isRejected, left, type Trade } from './shown-trade.ts'

export type Occasion = Trade & { reader: TradeReader }
type When = (of: Occasion) => boolean

export type StageSentence = {
  /** A key of common.json or statement.json, or a pattern. */
  says: string | RegExp
  /** Elsewhere it would be untrue. */
  only: When
  /** Here it is required. */
  must?: When
}

const nowhere: When = () => false
const at =
  (...stages: Trade['stage'][]): When =>
  ({ stage }) =>
    stages.includes(stage)
const by =
  (...readers: TradeReader[]): When =>
  ({ reader }) =>
    readers.includes(reader)
const heldBy =
  (...custodies: Custodian[]): When =>
  ({ custody }) =>
    custodies.includes(custody)
const all =
  (...conditions: When[]): When =>
  (of) =>
    conditions.every((holds) => holds(of))
const not =
  (holds: When): When =>
  (of) =>
    !holds(of)
const dated: When = ({ isDated }) => isDated
const past: When = ({ isPast }) => isPast
const hasRound: When = (of) => left(of) !== 0
const noRound = not(hasRound)
const party = by('buyer', 'seller')
/** The buyer decides, or may change the decision. */
const decides = all(isOpen, isPresented, by('buyer'), not(at('disputed')))
const examining = all(isOpen, isPresented, not(isRejected), not(at('disputed')))
const onStellar = heldBy('stellar')
const ours = heldBy('platform')
const toFund = all(at('awaiting_funds'), by('buyer'), ours)
const asks = all(isOpen, by('buyer'), ours)
const waitsForAnswer = all(at('refund_requested'), not(dated))
const answers = all(at('refund_requested'), by('seller'), ours)
const lies = all(heldBy('stellar', 'xrpl'), not(at('released', 'refunded', 'split', 'cancelled', 'lapsed')), not(past))

const PAPERS: StageSentence[] = [
  { says: 'escrow.documents.missing', only: all(isOpen, not(dated)), must: all(isOpen, not(dated), not(by('shared'))) },
  {
    says: 'escrow.documents.asked',
    only: all(isOpen, dated, not(isPresented)),
    must: all(isOpen, dated, not(isPresented), not(by('shared'))),
  },
  { says: 'escrow.documents.notAsked', only: all(isOpen, dated) },
  // A rejected document is never called presented, neither beside the dates nor in the list.
  {
    says: /Packing List\s+presented/,
    only: all(dated, isPresented, not(isRejected), not(isApproved)),
    must: all(dated, examining, not(by('shared'))),
  },
  { says: /Packing List\s+rejected/, only: isRejected, must: all(isRejected, dated, not(by('shared'))) },
  { says: /Packing List\s+accepted/, only: isApproved, must: all(isApproved, not(by('shared'))) },
  { says: 'dates.missingTitle', only: all(dated, isOpen, not(isPresented), by('seller')) },
  { says: 'examination.underExamination', only: examining, must: all(examining, dated, not(by('shared'))) },
  { says: 'examination.accepted', only: isApproved, must: all(isApproved, dated, not(by('shared'))) },
  { says: 'examination.quayside', only: all(isPresented, at('disputed')) },
  { says: 'examination.undecided', only: all(isPresented, not(isOpen), not(isApproved), not(isRejected)) },
  { says: 'examination.left', only: all(dated, isOpen, hasRound, not(at('disputed'))) },
  {
    says: 'examination.noneLeft',
    only: all(dated, isOpen, noRound, not(at('disputed'))),
    must: all(at('awaiting_examination'), noRound, by('seller'), heldBy('platform')),
  },
  {
    says: 'examination.noneLeftSeller',
    only: all(at('rejected'), noRound, by('seller')),
    must: all(at('rejected'), noRound, by('seller')),
  },
  {
    says: 'examination.noneLeftBuyer',
    only: all(at('rejected'), noRound, by('buyer')),
    must: all(at('rejected'), noRound, by('buyer')),
  },
  {
    says: 'examination.nothing',
    only: all(isOpen, not(isRejected), by('shared')),
    must: all(isOpen, not(isRejected), by('shared')),
  },
  { says: 'examination.never', only: all(not(isOpen), not(isApproved), not(isRejected), by('shared')) },
  { says: /[Nn]othing was presented|presented nothing/, only: not(isPresented) },
]

/** Running deadlines, and what follows. */
const DATES: StageSentence[] = [
  { says: 'clock.title.present', only: all(dated, at('awaiting_confirmation')) },
  {
    says: 'clock.title.present_again',
    only: all(dated, at('rejected'), hasRound),
    must: all(dated, at('rejected'), hasRound, party),
  },
  {
    says: 'clock.title.present_closed',
    only: all(dated, at('rejected'), noRound),
    must: all(dated, at('rejected'), noRound, party),
  },
  {
    says: /Pending\s+Without a decision, (a dispute opens|the documents count as accepted) on \d+ Dec 2026, 23:59 UTC|Not decided yet\. Examination due by 4 Dec 2026, 23:59 UTC\. (Otherwise|Unless|Without)/,
    only: all(decides, dated),
    must: all(at('awaiting_examination'), dated, not(past), by('buyer')),
  },
]

/** The options of a decision, and the confirmation. */
const DECISION: StageSentence[] = [
  {
    says: 'lookup.decision.PendingWhat',
    only: all(decides, not(dated), heldBy('platform'), not(at('refund_requested'))),
    must: all(at('awaiting_examination', 'rejected'), not(dated), heldBy('platform'), by('buyer')),
  },
  {
    says: 'lookup.decision.PendingUndecided',
    only: all(decides, dated),
  },
  {
    says: 'lookup.decision.PendingTakesBack',
    only: all(decides, dated, isRejected),
    must: all(at('rejected'), dated, by('buyer')),
  },
  {
    says: 'lookup.decision.PendingAskedBack',
    only: all(decides, at('refund_requested')),
    must: all(at('refund_requested'), by('buyer')),
  },
  {
    says: /Approved\s+[^\n]+goes to the wallet ending in \w+\. Cannot be undone/,
    only: all(decides, not(onStellar)),
    must: all(at('awaiting_examination'), decides, not(onStellar)),
  },
  { says: 'held.approvedWhat', only: all(decides, onStellar), must: all(decides, onStellar) },
  { says: 'lookup.decision.sure', only: all(decides, not(onStellar)), must: all(decides, not(onStellar)) },
  { says: 'lookup.decision.RejectedWhat', only: all(decides, not(dated), heldBy('platform')) },
  { says: 'held.rejectedWhat', only: all(decides, not(dated), not(heldBy('platform'))) },
  { says: 'lookup.decision.RejectedInTime', only: all(decides, dated, hasRound), must: all(decides, dated, hasRound) },
  { says: 'lookup.decision.RejectedLast', only: all(decides, dated, noRound), must: all(decides, dated, noRound) },
  { says: 'lookup.decision.waits', only: all(isOpen, not(isPresented), by('buyer')) },
  { says: 'lookup.decision.frozen', only: all(at('disputed'), by('buyer')), must: all(at('disputed'), by('buyer')) },
  { says: 'lookup.decision.final', only: all(isApproved, by('buyer')), must: all(isApproved, by('buyer')) },
  {
    says: 'lookup.decision.over',
    only: all(not(isOpen), not(isApproved), by('buyer')),
    must: all(not(isOpen), not(isApproved), by('buyer')),
  },
]

/** The buyer asks for the money back: the trade's dates do not wait for the answer. */
const ASKED_BACK: StageSentence[] = [
  { says: 'lookup.settle.refund.text', only: asks, must: all(at('rejected'), asks) },
  { says: /decision of the dispute/, only: nowhere },
  { says: 'lookup.settle.refund.decided', only: at('released'), must: all(at('released'), dated, party) },
  { says: 'lookup.settle.answer.declineWhat', only: answers, must: answers },
]

/** The heading and the lines below. */
const TOP: StageSentence[] = [
  { says: 'escrow.next.rejected.buyer.title', only: all(decides, hasRound) },
  { says: 'escrow.next.rejected.seller.title', only: all(at('rejected'), hasRound, by('seller')) },
  {
    says: 'escrow.next.awaiting_examination.seller.text',
    only: all(at('awaiting_examination'), by('seller')),
  },
  { says: 'escrow.next.rejected.buyer.text', only: all(at('rejected'), hasRound, by('buyer'), heldBy('platform')) },
  {
    says: 'escrow.next.awaiting_examination.buyer.text',
    only: all(at('awaiting_examination'), by('buyer'), heldBy('platform')),
  },
  { says: 'escrow.next.awaiting_funds.buyer.text', only: all(toFund, not(dated)), must: all(toFund, not(dated)) },
  { says: 'escrow.lines.waiting', only: isOpen },
  {
    says: 'escrow.lines.decide',
    only: all(examining, by('buyer')),
    must: all(at('awaiting_examination'), not(past), by('buyer')),
  },
  {
    says: 'escrow.lines.release.open',
    only: all(isOpen, not(waitsForAnswer), not(at('disputed'))),
    must: all(at('awaiting_examination'), not(past), not(by('shared'))),
  },
  // With dates the seller may be paid without an answer.
  { says: 'escrow.lines.release.answer', only: waitsForAnswer, must: all(waitsForAnswer, not(by('shared'))) },
  {
    says: /Released to seller/,
    only: not(all(at('refund_open', 'refunding', 'refunded', 'refund_blocked', 'splitting', 'split'))),
  },
  {
    says: /Refunded to buyer/,
    only: (of) => at('refund_open', 'refunding', 'refunded', 'refund_blocked')(of) || past(of),
    must: all(at('refund_open', 'refunded'), not(by('shared'))),
  },
]

/** Wallets, terms, dates, and what the ledger holds. */
const BESIDES: StageSentence[] = [
  {
    says: 'seller.canShip',
    only: all(at('awaiting_confirmation'), by('seller')),
    must: all(at('awaiting_confirmation'), by('seller')),
  },
  {
    says: 'walletCheck.first',
    only: all(isOpen, not(isPresented), by('seller')),
    must: all(at('awaiting_confirmation'), by('seller')),
  },
  { says: 'lookup.wallets.none', only: all(isOpen, not(isPresented), party) },
  {
    says: 'lookup.wallets.title',
    only: (of) => (isOpen(of) && !at('disputed')(of)) || isApproved(of) || at('splitting')(of),
  },
  { says: 'lookup.wallets.paidTitle', only: at('released', 'split') },
  { says: 'terms.notAccepted', only: all(isOpen, not(isPresented)) },
  { says: 'terms.never', only: all(not(isOpen), not(isPresented)) },
  { says: 'dates.acceptedText', only: all(dated, isOpen) },
  { says: 'dates.quaysideText', only: all(dated, isOpen) },
  { says: 'held.what.stellar', only: all(lies, onStellar), must: all(lies, onStellar, party) },
  { says: 'held.what.xrpl', only: all(lies, heldBy('xrpl')) },
  { says: 'held.over', only: all(not(isOpen), not(heldBy('platform'))) },
]

/** About a settled trade, nothing is announced. */
const settled = at('released', 'refunded', 'split', 'cancelled', 'lapsed')
const NOT_AFTERWARDS: StageSentence[] = [
  'clock.title.fund',
  'clock.title.fund_held',
  'clock.title.present',
  'clock.title.present_again',
  'clock.title.present_closed',
  'clock.title.examine',
  'clock.title.last_notice',
  'dates.still.dispute',
  'held.until',
  'held.next.locked.text',
  'lookup.settle.dispute.decideBy',
  'escrow.next.disputed.text',
  /money (stays|waits)|waits here|(?<!record )stays here|we hold (it|the money|\d)|can present|to be (presented|examined|funded) by/i,
  /your decision:|if you approve|approval pays|on approval you get/i,
  /\b(goes|go) (back )?to (the (seller|buyer|wallet)|you\b)|\bnot yet\b|\bwill be\b/i,
].map((says) => ({ says, only: not(settled) }))

export const STAGE_SENTENCES: readonly StageSentence[] = [
  ...PAPERS,
  ...DATES,
  ...DECISION,
  ...ASKED_BACK,
  ...TOP,
  ...BESIDES,
  ...NOT_AFTERWARDS,
  { says: 'examination.waive.answerText', only: nowhere },
]
