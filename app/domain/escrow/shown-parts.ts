/** How each part of an escrow's page stands (domain/lookup/parts-of): a part draws its state, and decides nothing. */
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

/** On the page of what the ledger holds: state a wallet, lock, sign, take back after the date, take a share that was set aside. */
export type HeldTask = 'agree' | 'lock' | 'sign' | 'take_back' | 'take'

/** Whether the seller can present now; else why not. `after_lock`: only once the ledger holds the money. */
export type PresentingPart = 'open' | 'after_lock' | 'none_left' | 'frozen' | 'closed'

export type ShownParts = {
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
