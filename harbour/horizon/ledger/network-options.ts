/** What a network is begun with, and what it answers at submission. */
import type { xdr } from '@stellar/stellar-sdk'
import type { Arrange } from './closing/order.ts'
import type { GenesisAccount } from './genesis.ts'
import type { Market } from './market.ts'

export type NetworkOptions = {
  passphrase: string
  /** Milliseconds between ledgers; 0: they close only on request. */
  ledgerMs: number
  /** Null: nothing is kept after the process ends. */
  journalFile: string | null
  genesis: readonly GenesisAccount[]
  /** How many ledgers have closed when it begins; 1 by default, the one of the genesis. */
  ledgers?: number
  market: Market | null
  now: () => Date
  /** In which order a ledger carries out its transactions; drawn by `drawOrder` unless it is set. */
  arrange?: Arrange
}

/** What the network says at once; `error` carries the result that explains it. */
export type Reception =
  | { status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' }
  | { status: 'ERROR'; result: xdr.TransactionResult }
