/** What the judge judges by. Amounts are in whole units, as plain decimals. */
import type { Asset, Network } from '#app/kernel/domain/assets.ts'

/** A payment that is on a ledger, as the ledger itself tells it. */
export type Moved = {
  network: Network
  hash: string
  from: string
  to: string
  asset: Asset
  amount: string
  memo: string | null
}

/** An escrow whose payer says that it was asked for: what has to come of it. */
export type Owed = { escrowId: string; asset: Asset; amount: string; to: string; memo: string | null }

/** A payout as whoever pays says that it stands. */
export type ToldPayout = Owed & { id: string; network: Network; state: string; hash: string | null }

export type ToldDeposit = {
  network: Network
  hash: string
  asset: Asset | null
  amount: string
  memo: string | null
  escrowId: string | null
}

export type ToldLetter = { id: string; isSent: boolean; givenUpFor: string | null; withheldFor: string | null }

export type Facts = {
  /** From the ledgers: all that reached the accounts of our clients' money, and all that left them for others. */
  arrived: Moved[]
  left: Moved[]
  /** From the people: what they are owed, once. */
  owed: Owed[]
  /** From the books. */
  deposits: ToldDeposit[]
  payouts: ToldPayout[]
  /** By escrow, what the record says it has received. */
  received: { escrowId: string; memo: string; amount: string }[]
  letters: ToldLetter[]
  /** The idempotency key of each mail that the mail service took. */
  mails: string[]
  /** Stops that are open, differences between books and ledgers, jobs that were given up: in words. */
  complaints: string[]
  /** Keys of the files in the store, and of those that a row points at. */
  files: string[]
  fileRows: string[]
}
