/**
 * How accounts come to be on a real network: the root account, whose key everybody knows on a network of one's own, makes
 * them by an operation, as Friendbot does. That stands in their history for ever.
 */
import { Account, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { type Envelope, parseEnvelope } from '#harbour/horizon/engine/envelope.ts'
import { BASE_FEE } from '#harbour/horizon/engine/fees.ts'
import type { GenesisAccount } from './genesis.ts'

/** What there is of XLM where a network begins. */
const ALL_XLM = '100000000000'
const MOST_OPERATIONS = 100

/** The root account as an account of the genesis: its key follows from the passphrase. */
export function rootOf(passphrase: string): GenesisAccount {
  return { address: Keypair.master(passphrase).publicKey(), balances: [{ asset: 'native', amount: ALL_XLM }] }
}

export type Founding = { envelope: Envelope; accounts: readonly GenesisAccount[] }

/** Transactions of the root account, each with the accounts that it makes; `sequence` is the root's last number. */
export function foundingTransactions(
  accounts: readonly GenesisAccount[],
  passphrase: string,
  sequence: bigint,
): Founding[] {
  const root = Keypair.master(passphrase)
  const source = new Account(root.publicKey(), sequence.toString())
  const groups = Math.ceil(accounts.length / MOST_OPERATIONS)
  return Array.from({ length: groups }, (_, index) => {
    const made = accounts.slice(index * MOST_OPERATIONS, (index + 1) * MOST_OPERATIONS)
    const builder = new TransactionBuilder(source, {
      fee: BASE_FEE.toString(),
      networkPassphrase: passphrase,
      timebounds: { minTime: 0, maxTime: 0 },
    })
    for (const { address, balances } of made) {
      const startingBalance = balances.find(({ asset }) => asset === 'native')?.amount ?? '0'
      builder.addOperation(Operation.createAccount({ destination: address, startingBalance }))
    }
    const transaction = builder.build()
    transaction.sign(root)
    return { envelope: parseEnvelope(transaction.toXdr(), passphrase), accounts: made }
  })
}
