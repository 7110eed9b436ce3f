/** What a workflow may use of the world; composed in app/deps.server.ts and passed in. */

import type { ServiceFee } from '#app/fees/domain/service-fee.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { LinkRow } from '#app/kernel/domain/account-token.ts'
import type { Issuers, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import type { EmailContext } from '#app/kernel/emails/email.ts'
import type { Anchor, Ledger, Treasury } from '#app/ledgers/ledger.ts'
import type { StellarOnchain, StellarSponsor, XrplOnchain, XrplSponsor } from '#app/ledgers/onchain.ts'
import type { RestLimits } from '#app/ledgers/payments/domain/rest.ts'
import type { EmailTranslator } from '#app/notices/emails/emails.ts'
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

/** Our accounts that keep on-chain escrows; they hold no client's money. Null: not offered on that ledger. */
export type Keeping = { stellar: Trustees | null; xrpl: { keeper: string } | null }

/** docs/operating.md, "Reading the log", explains the levels. */
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
  /** On-chain escrows (docs/decisions/087), read and written without a key. */
  held: { stellar: StellarOnchain; xrpl: XrplOnchain }
  keeping: Keeping
  /** The network of each ledger: passphrase and network id. */
  chains: Record<Network, string>
  /** Further accounts of ours on either ledger, which top up the clients' accounts. */
  operatingAccounts: readonly string[]
  mailer: Mailer
  /** Null: no secret is set, and the mail service reports nothing. */
  mailHook: MailHook | null
  market: Market
  lists: SanctionsLists
  walletNames: WalletNames
  storage: Storage
  /** A second channel to the operators; null: none is set. */
  alertHook: AlertHook | null
  passwords: Passwords
  secondFactors: SecondFactors
  /** The token of a row in plain text: never stored, never logged, only ever in its link. */
  accountToken: (row: LinkRow) => string
  /** If it can be moved: `onMoved` is called on each move, `movedMs` is how far it is ahead of the machine's. */
  clock: { now(): Date; onMoved?(act: () => void): void; movedMs?(): number }
  random: RandomBytes
  /** A new row id: UUID version 7, so that rows sort by age. */
  newId: () => string
  /** The messages of emails in a language. */
  translator: (locale: string) => EmailTranslator
  log: Log
  settings: {
    /** The address that people type, without a trailing slash. */
    origin: string
    /** Where people write for help; in every email. */
    supportEmail: string
    /** Who runs the service; in the footer of every email. */
    company: EmailContext['company']
    issuers: Issuers
    /** Null: the public network. */
    stellarPassphrase: string | null
    /** Below this our own money on a clients' account is low, in XLM and XRP. */
    floatLow: Record<Network, Decimal>
    xlmBalanceCheck: 'receiving' | 'paying'
    /** What a fee quoted now will cover. */
    serviceFee: ServiceFee
    /** A payout that is owed for this long may cost more in network fees. */
    payoutLateAfterMs: number
    /** The most that a transaction may cost, in stroops or drops, usually and for late payouts. */
    feeCaps: Record<Network, { usual: string; urgent: string }>
    screening: { mostAgeMs: number; isPlay: boolean; keepYears: number }
    /** Above these a payout waits for a second operator. */
    payoutLimits: PayoutLimits
    /** How much of what was due may be missing, if somebody chooses so. */
    restLimits: RestLimits
    /** A commission can be paid this long after its fee: until then the fee may turn out to be none. */
    commissionWaitMs: number
  }
}

/** Only the worker can pay: it alone holds keys. */
export type WorkerDeps = Deps & {
  /** Of the accounts of client money. */
  treasuries: Record<Network, Treasury>
  /** Of the fee accounts, where the worker has their keys. */
  feeTreasuries: Partial<Record<Network, Treasury>>
  /** Of on-chain escrows: one for each ledger in `keeping`. */
  keepers: { stellar?: StellarSponsor; xrpl?: XrplSponsor }
  /** Null: no escrow of the XRP Ledger is kept. */
  fulfilments: Fulfilments | null
  /** Writes heads of the audit log onto a ledger; null: not set. */
  anchor: Anchor | null
}
