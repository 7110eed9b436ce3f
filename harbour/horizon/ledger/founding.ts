/** Creates accounts with a history: the root account, whose key is public, creates them, as Friendbot does. */
import { Account, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { type Envelope, parseEnvelope } from '#harbour/horizon/engine/envelope.ts'
import { BASE_FEE } from '#harbour/horizon/engine/fees.ts'
import type { GenesisAccount } from './genesis.ts'

/** All XLM at the start of a network. */
const ALL_XLM = '100000000000'
const MOST_OPERATIONS = 100

/** The root account for the genesis: its key derives from the passphrase. */
export function rootOf(passphrase: string): GenesisAccount {
  return { address: Keypair.master(passphrase).publicKey(), balances: [{ asset: 'native', amount: ALL_XLM }] }
}

export type Founding = { envelope: Envelope; accounts: readonly GenesisAccount[] }

/** Returns the root's transactions, each with the accounts that it creates; `sequence`: the root's last number. */
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
