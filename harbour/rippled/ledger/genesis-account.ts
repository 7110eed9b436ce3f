/** An account that a chain begins with. */
import { type AccountRoot, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'

export type GenesisAccount = {
  address: string
  drops: string
  flags?: number
  /** Default: the index of the first ledger. */
  sequence?: number
}

export function genesisAccount(
  { address, drops, flags = 0, sequence }: GenesisAccount,
  firstLedger: number,
): AccountRoot {
  return {
    LedgerEntryType: 'AccountRoot',
    Account: address,
    Balance: drops,
    Flags: flags,
    OwnerCount: 0,
    Sequence: sequence ?? firstLedger,
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}
