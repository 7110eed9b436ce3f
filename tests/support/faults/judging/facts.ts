/** The facts that the judge uses. Amounts are in whole units, as plain decimals. */
import type { Asset, Network } from '#app/kernel/domain/assets.ts'

/** A payment on a ledger, as the ledger shows it. */
export type Moved = {
  network: Network
  hash: string
  from: string
  to: string
  asset: Asset
  amount: string
  memo: string | null
}

/** An escrow that its people asked for, and the payout that must follow. */
export type Owed = { escrowId: string; asset: Asset; amount: string; to: string; memo: string | null }

/** A payout and its state, as the payer reports them. */
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
  /** From the ledgers: everything that reached the client-money accounts, and everything that left them for others. */
  arrived: Moved[]
  left: Moved[]
  /** From the people: what they are owed, once. */
  owed: Owed[]
  /** From the books. */
  deposits: ToldDeposit[]
  payouts: ToldPayout[]
  /** By escrow, the received amount in the record. */
  received: { escrowId: string; memo: string; amount: string }[]
  letters: ToldLetter[]
  /** The idempotency key of each email that the mail service took. */
  mails: string[]
  /** Open stops, differences between books and ledgers, and jobs given up, as sentences. */
  complaints: string[]
  /** Keys of the files in the store, and of those that a row refers to. */
  files: string[]
  fileRows: string[]
}
