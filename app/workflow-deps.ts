/** What a workflow may use of the world; composed in app/deps.server.ts and handed in. */

import type { ServiceFee } from '#app/fees/domain/service-fee.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { LinkRow } from '#app/kernel/domain/account-token.ts'
import type { Issuers, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import type { LetterContext } from '#app/kernel/emails/letter.ts'
import type { StellarHeld, StellarKeeper, XrplHeld, XrplKeeper } from '#app/ledgers/held.ts'
import type { Anchor, Ledger, Treasury } from '#app/ledgers/ledger.ts'
import type { RestLimits } from '#app/ledgers/payments/domain/rest.ts'
import type { LetterTranslator } from '#app/notices/emails/letters.ts'
import type {
  AlertHook,
  Fulfilments,
  Mailer,
  MailHook,
  Market,
  Passwords,
  SanctionsLists,
  SecondFactors,
  Storage,
  WalletNames,
} from '#app/ports.ts'
import type { PayoutLimits } from '#app/settlement/payouts/domain/payout-limits.ts'
import type { Trustees } from '#app/trade/onchain/domain/differences.ts'

export type PlatformAccounts = Record<Network, { fee: string; escrow: string }>

/**
 * Who keeps escrows that a ledger itself holds, by their addresses: accounts of ours that hold no client's money. Null where that kind
 * is not offered.
 */
export type Keeping = { stellar: Trustees | null; xrpl: { keeper: string } | null }

/** What each level means is in docs/operating.md, "Reading the log". */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  fatal(facts: object, message: string): void
}

export type Deps = {
  db: Database
  ledgers: Record<Network, Ledger>
  accounts: PlatformAccounts
  /** What the ledgers themselves hold (docs/decisions/087), read and written without a key. */
  held: { stellar: StellarHeld; xrpl: XrplHeld }
  keeping: Keeping
  /** Which network each ledger is: passphrase and network id. */
  chains: Record<Network, string>
  /** Further accounts of ours on either ledger, from which the clients' accounts are topped up. */
  operatingAccounts: readonly string[]
  mailer: Mailer
  /** Null where no secret is set: the mail service tells us nothing then. */
  mailHook: MailHook | null
  market: Market
  lists: SanctionsLists
  walletNames: WalletNames
  storage: Storage
  /** A second way to the operators; null where none is set. */
  alertHook: AlertHook | null
  passwords: Passwords
  secondFactors: SecondFactors
  /** The clear token of a row: never stored, never logged, only ever in its link. */
  accountToken: (row: LinkRow) => string
  /**
   * Of a clock that can be moved: `onMoved` is called when it was, and `movedMs` says how far it is ahead of the machine's.
   */
  clock: { now(): Date; onMoved?(act: () => void): void; movedMs?(): number }
  random: RandomBytes
  /** A new row id: UUID version 7, so that rows sort by age. */
  newId: () => string
  /** The words of letters in a language. */
  translator: (locale: string) => LetterTranslator
  log: Log
  settings: {
    /** Address that people type, without a slash at the end. */
    origin: string
    /** Where people write for help; stands in every letter. */
    supportEmail: string
    /** Who runs the service; stands at the foot of every letter. */
    company: LetterContext['company']
    issuers: Issuers
    /** Null on the public network. */
    stellarPassphrase: string | null
    /** Below this our own money on a clients' account is low, in XLM and XRP. */
    floatLow: Record<Network, Decimal>
    xlmBalanceCheck: 'receiving' | 'paying'
    /** What a fee that is quoted now will cover. */
    serviceFee: ServiceFee
    /** A payout that is owed for so long may cost more in network fees. */
    payoutLateAfterMs: number
    /** The most that a transaction may cost in stroops or drops, usually and for late payouts. */
    feeCaps: Record<Network, { usual: string; urgent: string }>
    /** How the sanctions lists are kept. */
    screening: { mostAgeMs: number; isPlay: boolean; keepYears: number }
    /** Above them a payout waits for a second person. */
    payoutLimits: PayoutLimits
    /** How much may be missing of what was due, by somebody's choice. */
    restLimits: RestLimits
    /** So long after its fee a commission can be paid: until then the fee may turn out to be none. */
    commissionWaitMs: number
  }
}

/** Only the worker can pay: it alone holds keys. */
export type WorkerDeps = Deps & {
  /** Of the accounts of client money. */
  treasuries: Record<Network, Treasury>
  /** Of the accounts of the fees, where the worker was given their keys. */
  feeTreasuries: Partial<Record<Network, Treasury>>
  /** Of what the ledgers themselves hold: there for each ledger that `keeping` has. */
  keepers: { stellar?: StellarKeeper; xrpl?: XrplKeeper }
  /** Null where no escrow of the XRP Ledger is kept. */
  fulfilments: Fulfilments | null
  /** Where heads of the audit log are written onto a ledger; null where nothing is set. */
  anchor: Anchor | null
}
