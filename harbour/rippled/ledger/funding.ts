/**
 * Accounts of the genesis with a history: somebody pays them, as on any network, so that account_tx tells how they came
 * to be. The first ledger has the one account that every new ledger of the XRP Ledger begins with.
 */
import { ECDSA, type SubmittableTransaction, Wallet } from 'xrpl'
import type { Entry } from '#harbour/rippled/engine/entries.ts'
import { ALL_DROPS } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import { readTransaction, type Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Chain } from '#harbour/rippled/ledger/chain.ts'
import { type GenesisAccount, genesisAccount } from '#harbour/rippled/ledger/genesis-account.ts'

const FUNDER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
/** Known to everybody: "masterpassphrase". */
const FUNDER_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb'
const FEE = '10'
/** Networks with a higher id want it in every transaction. */
const LAST_LEGACY_NETWORK = 1024

export const FUNDING_GENESIS: readonly GenesisAccount[] = [{ address: FUNDER, drops: String(ALL_DROPS) }]

/** Those of the genesis that this chain has never seen. */
export function unknownTo(chain: Chain, state: State, genesis: readonly GenesisAccount[]): GenesisAccount[] {
  return genesis.filter(
    ({ address }) => accountIn(state, address) === undefined && chain.recordsOf(address).length === 0,
  )
}

/** A payment to each, signed, in the order of the funder's sequence numbers. */
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

/** What the owners would do next: those with settings have them, as the genesis says. */
export function settled(accounts: readonly GenesisAccount[], state: State): Entry[] {
  return accounts.flatMap((account) => {
    const entry = accountIn(state, account.address)
    const { Flags } = genesisAccount(account, 0)
    return entry === undefined || entry.Flags === Flags ? [] : [{ ...entry, Flags }]
  })
}
