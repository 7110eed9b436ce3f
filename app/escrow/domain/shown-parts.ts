/** How each part of an escrow's page stands (trade/lookup/domain/parts-of): a part draws its state, and decides nothing. */
import type { DocumentType } from './document-types.ts'

/**
 * One kind of document. Not there: `asked`, agreed to be presented; `not_asked`, others were agreed; `contract_decides`, none were;
 * `never`, and it is over. There: `presented`, `unreadable` and not counted, `rejected`, `accepted`, `waived`: accepted in spite of a notice
 * that means it.
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

/** `left`: how often the seller can still present; null: without a limit, or it is over. `last`: what is said of the newest round, besides its notice. */
export type RoundsPart = {
  left: number | null
  last: 'under_examination' | 'accepted' | 'waived' | 'quayside' | 'undecided' | null
}

/** What may follow while the buyer has not decided; sentences in this order. */
export type WhilePending =
  | 'nothing_moves'
  | 'later'
  | 'undecided'
  | 'takes_back'
  | 'clock'
  | 'still'
  | 'asked_back'
  | 'held_until'

/** The selector of the buyer's decision, with what each status does; or why there is nothing to decide. */
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
  /** What stands beside it: when it was, or that it is the reader's decision, is to come, or never came. */
  says: 'when' | 'decide' | 'waiting' | 'never'
}

/** Where the money goes, and how far it is. */
export type MoneyPart = {
  to: 'seller' | 'buyer' | 'both'
  state: 'done' | 'out' | 'held' | 'never'
  says: 'when' | 'done' | 'three' | 'moving' | 'waits' | 'answer' | 'decision' | 'called_off' | 'lapsed'
  /** When it got there, ISO 8601. */
  at: string | null
}

/**
 * Which sentence stands above an escrow. 'stuck': sending has failed, and a person looks into it; that is said before anything else.
 * 'proposal': another wallet is proposed for a release that waits. 'waits': the money is due and not on its way yet. 'held': its ledger
 * waits for somebody: until it is locked, for a wallet's signature, or for a way out that is not begun. 'past': its date has come, and the
 * money is the buyer's. Else the stage says it.
 */
export type Headline = 'stuck' | 'proposal' | 'waits' | 'held' | 'past' | 'stage'

/** What custody says above an escrow in the place of its stage: keys of sentences. */
export type CustodyTitle =
  | 'pages.held'
  | 'held.exit.title'
  | `held.exit.${'release' | 'refund' | 'division'}`
  | `held.next.${'prepare' | 'check'}.title`
  | `held.next.${'agree' | 'lock'}.${'own' | 'other'}.title`
  | 'held.next.locked.title'
  | 'held.lapsed.own.title'
  | 'held.lapsed.title'

/** With `time`: the date of its ledger. */
export type CustodyText =
  | `held.what.${'stellar' | 'xrpl'}`
  | `held.next.${'prepare' | 'check' | 'over'}.text`
  | `held.lapsed.${'own.text' | 'stellar' | 'xrpl'}`
  | 'held.back'
  | 'held.until'

/** What stands on top, for the reader. `title`, `text`: custody's; null: what the stage says is true of whoever keeps the money. */
export type TopPart = { headline: Headline; title: CustodyTitle | null; text: CustodyText | null }

/** On the page of what the ledger holds: state a wallet, lock, sign, take back after the date, take a share that was set aside. */
export type HeldTask = 'agree' | 'lock' | 'sign' | 'take_back' | 'take'

/** Whether the seller can present now; else why not. `after_lock`: only once the ledger holds the money. */
export type PresentingPart = 'open' | 'after_lock' | 'none_left' | 'frozen' | 'closed'

export type ShownParts = {
  top: TopPart
  /** Money is under way, and looked for; what only its date gives back is not. */
  isMoving: boolean
  /** Every kind that may be presented. */
  papers: Record<DocumentType | 'ShipmentImage', PaperState>
  rounds: RoundsPart
  decision: DecisionPart
  facts: FactPart[]
  money: MoneyPart
  /** `isAwaited`: the seller has stated none, and still can. */
  wallets: { is: 'goes' | 'went' | 'stated'; isAwaited: boolean }
  /** What is said of where the ledger holds the money; null: Quayside does. */
  ledger: 'to_lock' | 'locked' | 'past' | 'over' | null
  /** What the reader has to do there; null: nothing. */
  task: HeldTask | null
  presenting: PresentingPart
  /** Of terms without an accepted version; null: there is one, or the shipment was confirmed before versions were kept. */
  terms: 'waits' | 'never' | null
  /** Whether the goods are still to be shipped for it. */
  isToShip: boolean
  /** Whether it is decided where the money goes, or that none comes. */
  isOver: boolean
  /** Which text of its stage stands on top, beside whose turn it is. */
  hero: 'none_left' | 'last_round' | 'dated' | 'agreed' | 'stage'
}
