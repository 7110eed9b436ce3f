/** How each part of an escrow's page stands (trade/lookup/domain/parts-of); a part only draws its state. */
import type { DocumentType } from './document-types.ts'

/**
 * One kind of document. Missing: `asked`, agreed to be presented; `not_asked`, others were agreed; `contract_decides`,
 * none were; `never`, it is over. Uploaded: `presented`; `unreadable`, not counted; `rejected`; `accepted`; `waived`,
 * accepted despite a discrepancy notice about it.
 */
export type PaperState =
  | 'asked'
  | 'not_asked'
  | 'contract_decides'
  | 'never'
  | 'presented'
  | 'unreadable'
  | 'rejected'
  | 'accepted'
  | 'waived'

/** `left`: presentations left to the seller; null: unlimited, or over. `last`: the newest one's state. */
export type RoundsPart = {
  left: number | null
  last: 'under_examination' | 'accepted' | 'waived' | 'quayside' | 'undecided' | null
}

/** What may follow while the buyer has not decided; messages in this order. */
export type WhilePending =
  | 'nothing_moves'
  | 'later'
  | 'undecided'
  | 'takes_back'
  | 'clock'
  | 'still'
  | 'asked_back'
  | 'held_until'

/** The selector of the buyer's decision, with the effect of each status; or why there is nothing to decide. */
export type DecisionPart =
  | {
      is: 'open'
      pending: WhilePending[]
      approved: 'pays' | 'when_funded' | 'then_signed'
      rejected: 'again' | 'again_in_time' | 'none_left'
    }
  | { is: 'closed'; why: 'frozen' | 'over' | 'final' | 'bySilence' | 'waits' }

export type FactPart = {
  fact: 'funded' | 'confirmed' | 'approved'
  state: 'done' | 'now' | 'open' | 'bad' | 'never'
  /** The text beside it: when it was, or that it is the reader's to decide, is to come, or never came. */
  says: 'when' | 'decide' | 'waiting' | 'never'
}

/** Where the money goes, and how far it is. */
export type MoneyPart = {
  to: 'seller' | 'buyer' | 'both'
  state: 'done' | 'out' | 'held' | 'never'
  says: 'when' | 'done' | 'three' | 'moving' | 'waits' | 'answer' | 'decision' | 'called_off' | 'lapsed'
  /** When it arrived, ISO 8601. */
  at: string | null
}

/**
 * The message above an escrow. 'stuck': sending failed and a person looks into it; outranks the others. 'proposal':
 * another wallet is proposed for a waiting release. 'waits': the money is due, not yet on its way. 'held': its ledger
 * waits for a deposit, a signature, or a settlement. 'past': after its deadline; it is the buyer's. Else the stage.
 */
export type Headline = 'stuck' | 'proposal' | 'waits' | 'held' | 'past' | 'stage'

/** Custody's heading above an escrow, instead of its stage's: message keys. */
export type CustodyTitle =
  | 'pages.held'
  | 'held.exit.title'
  | `held.exit.${'release' | 'refund' | 'division'}`
  | `held.next.${'prepare' | 'check'}.title`
  | `held.next.${'agree' | 'lock'}.${'own' | 'other'}.title`
  | 'held.next.locked.title'
  | 'held.lapsed.own.title'
  | 'held.lapsed.title'

/** With `time`: the deadline of its ledger. */
export type CustodyText =
  | `held.what.${'stellar' | 'xrpl'}`
  | `held.next.${'prepare' | 'check' | 'over'}.text`
  | `held.lapsed.${'own.text' | 'stellar' | 'xrpl'}`
  | 'held.back'
  | 'held.until'

/** The top of the page, for the reader. `title`, `text`: custody's; null: the stage's apply to any custody. */
export type TopPart = { headline: Headline; title: CustodyTitle | null; text: CustodyText | null }

/** On-chain: state a wallet, deposit, sign, take back after the deadline, take a share that was set aside. */
export type OnchainTask = 'agree' | 'lock' | 'sign' | 'take_back' | 'take'

/** Whether the seller can present now; else why not. `after_lock`: only after the on-chain deposit. */
export type PresentingPart = 'open' | 'after_lock' | 'none_left' | 'frozen' | 'closed'

export type PartsView = {
  top: TopPart
  /** Money is on its way, and polled; not money that only the deadline returns. */
  isMoving: boolean
  papers: Record<DocumentType | 'ShipmentImage', PaperState>
  rounds: RoundsPart
  decision: DecisionPart
  facts: FactPart[]
  money: MoneyPart
  /** `isAwaited`: the seller has stated none, and still can. */
  wallets: { is: 'goes' | 'went' | 'stated'; isAwaited: boolean }
  /** The state of the on-chain escrow; null: Quayside holds the money. */
  ledger: 'to_lock' | 'locked' | 'past' | 'over' | null
  /** What the reader has to do there; null: nothing. */
  task: OnchainTask | null
  presenting: PresentingPart
  /** For terms without an accepted version; null: there is one, or shipment was confirmed before versions existed. */
  terms: 'waits' | 'never' | null
  isToShip: boolean
  /** Whether it is decided where the money goes, or that none comes. */
  isOver: boolean
  /** Which text of its stage stands on top, beside whom it awaits. */
  hero: 'none_left' | 'last_round' | 'dated' | 'agreed' | 'stage'
}
