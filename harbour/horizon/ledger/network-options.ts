/** How a network starts, and what it answers to a submission. */
import type { xdr } from '@stellar/stellar-sdk'
import type { Arrange } from './closing/order.ts'
import type { GenesisAccount } from './genesis.ts'
import type { Market } from './market.ts'

export type NetworkOptions = {
  passphrase: string
  /** Milliseconds between ledgers; 0: they close only on request. */
  ledgerMs: number
  /** Null: nothing is persisted. */
  journalFile: string | null
  genesis: readonly GenesisAccount[]
  /** How many ledgers have closed at the start; 1 by default, the genesis ledger. */
  ledgers?: number
  market: Market | null
  now: () => Date
  /** Order in which a ledger applies its transactions; `drawOrder` by default. */
  arrange?: Arrange
}

/** The immediate answer; `result` explains an error. */
export type Reception =
  | { status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' }
  | { status: 'ERROR'; result: xdr.TransactionResult }
