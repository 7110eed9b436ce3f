/** Genesis accounts with a history: the one account that a new XRP Ledger has pays them, as account_tx shows. */
import { ECDSA, type SubmittableTransaction, Wallet } from 'xrpl'
import type { Entry } from '#harbour/rippled/engine/entries.ts'
import { ALL_DROPS } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import { readTransaction, type Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Chain } from '#harbour/rippled/ledger/chain.ts'
import { type GenesisAccount, genesisAccount } from '#harbour/rippled/ledger/genesis-account.ts'

const FUNDER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
/** Public: of "masterpassphrase". */
const FUNDER_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb'
const FEE = '10'
/** Networks with a higher id require NetworkID in every transaction. */
const LAST_LEGACY_NETWORK = 1024

export const FUNDING_GENESIS: readonly GenesisAccount[] = [{ address: FUNDER, drops: String(ALL_DROPS) }]

/** Returns the genesis accounts that this chain has never had. */
export function unknownTo(chain: Chain, state: State, genesis: readonly GenesisAccount[]): GenesisAccount[] {
  return genesis.filter(
    ({ address }) => accountIn(state, address) === undefined && chain.recordsOf(address).length === 0,
  )
}

/** Returns a signed payment to each, in the order of the funder's sequence numbers. */
export function fundingPayments(
  accounts: readonly GenesisAccount[],
  from: { state: State; networkId: number },
): Transaction[] {
  const wallet = Wallet.fromSeed(FUNDER_SEED, { algorithm: ECDSA.secp256k1 })
  const sequence = accountIn(from.state, FUNDER)?.Sequence
  if (sequence === undefined)
    throw new Error(`This ledger has no ${FUNDER} that could fund the accounts of the genesis.`)
  return accounts.map(({ address, drops }, place) => {
    const payment = {
      TransactionType: 'Payment',
      Account: FUNDER,
      Destination: address,
      Amount: drops,
      Fee: FEE,
      Flags: 0,
      Sequence: sequence + place,
      ...(from.networkId > LAST_LEGACY_NETWORK ? { NetworkID: from.networkId } : {}),
    }
    return readTransaction(wallet.sign(payment as SubmittableTransaction).tx_blob)
  })
}

/** Returns the accounts with the flags of the genesis, which their owners would set next. */
export function settled(accounts: readonly GenesisAccount[], state: State): Entry[] {
  return accounts.flatMap((account) => {
    const entry = accountIn(state, account.address)
    const { Flags } = genesisAccount(account, 0)
    return entry === undefined || entry.Flags === Flags ? [] : [{ ...entry, Flags }]
  })
}
