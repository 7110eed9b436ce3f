/** Stated wallets that stop taking payments and take them again, as their owners can make them on the ledger. */
import { BASE_FEE, Horizon, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { AccountSetAsfFlags, Client } from 'xrpl'
import { HARBOUR_PASSPHRASE, type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { submitUntilValidated } from '#harbour/wallet/xrpl-validation.ts'

type Switch = { url: string; name: PlayName; isOn: boolean }

/** While on, an XRP Ledger account takes payments only from accounts that it authorized. */
export async function setDepositAuth({ url, name, isOn }: Switch): Promise<void> {
  const client = new Client(url)
  await client.connect()
  const wallet = xrplPlayWallet(name)
  const flag = AccountSetAsfFlags.asfDepositAuth
  await submitUntilValidated(client, {
    transaction: {
      TransactionType: 'AccountSet',
      Account: wallet.classicAddress,
      ...(isOn ? { SetFlag: flag } : { ClearFlag: flag }),
    },
    wallet,
  })
  await client.disconnect()
}

/** While on, a Stellar account takes payments with a memo only (SEP-29), as exchanges do. */
export async function setMemoRequired({ url, name, isOn }: Switch): Promise<void> {
  const horizon = new Horizon.Server(url, { allowHttp: true })
  const key = stellarPlayKey(name)
  const account = await horizon.loadAccount(key.publicKey())
  const entry = Operation.manageData({ name: 'config.memo_required', value: isOn ? '1' : null })
  const transaction = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: HARBOUR_PASSPHRASE })
    .addOperation(entry)
    .setTimeout(60)
    .build()
  transaction.sign(key)
  await horizon.submitTransaction(transaction)
}
