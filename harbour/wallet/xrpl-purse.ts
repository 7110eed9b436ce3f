/** The wallet's hand on the XRP Ledger: an outside client that knows the ledger only by its address. */
import { Client, DisconnectedError, type Payment as PaymentTransaction, xrpToDrops } from 'xrpl'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { xrplPlayWallet } from '#harbour/accounts.ts'
import { ask, messageOf, type PaidTransaction, type Payment, PaymentRefused } from '#harbour/wallet/payment.ts'
import { knownOrNull, submitUntilValidated } from '#harbour/wallet/xrpl-validation.ts'

export type XrplPurse = {
  /** Resolves when the payment is in a validated ledger, successful or not. Throws PaymentRefused. */
  pay(payment: Payment): Promise<PaidTransaction>
  /** Whole XRP in a validated ledger. Null: no such account. */
  balance(address: string): Promise<string | null>
  /** The `tx` answer as the server gave it; null when it does not know the hash. */
  record(hash: string): Promise<unknown>
}

export function openXrplPurse(options: { url: string }): XrplPurse {
  return {
    async pay(payment) {
      const wallet = xrplPlayWallet(payment.from)
      const transaction: PaymentTransaction = {
        TransactionType: 'Payment',
        Account: wallet.address,
        Destination: payment.to,
        Amount: xrpToDrops(payment.amount),
      }
      // xrpl.js would drop a tag of null without a word.
      if (payment.memo !== null) transaction.DestinationTag = Number(payment.memo.value)
      try {
        const result = await connected(options.url, (client) => submitUntilValidated(client, { transaction, wallet }))
        const code = typeof result.meta === 'object' ? result.meta.TransactionResult : 'unknown'
        return {
          network: 'xrpl',
          hash: result.hash,
          ledger: result.ledger_index ?? 0,
          code,
          successful: code === 'tesSUCCESS',
        }
      } catch (error) {
        throw new PaymentRefused(`The XRP Ledger did not take the payment: ${wordsOf(error)}`, { cause: error })
      }
    },

    balance: (address) =>
      ask(() =>
        knownOrNull('actNotFound', async () => {
          const answer = await connected(options.url, (client) =>
            client.request({ command: 'account_info', account: address, ledger_index: 'validated' }),
          )
          return plain(new Decimal(answer.result.account_data.Balance).div(1_000_000))
        }),
      ),

    record: (hash) =>
      ask(() =>
        knownOrNull('txnNotFound', async () => {
          const answer = await connected(options.url, (client) => client.request({ command: 'tx', transaction: hash }))
          return answer.result as unknown
        }),
      ),
  }
}

/** xrpl.js puts the whole request into the message of a lost connection. */
function wordsOf(error: unknown): string {
  return error instanceof DisconnectedError ? 'the connection was closed' : messageOf(error)
}

/** A connection for one errand: the wallet is a person who opens it now and then. */
async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url, { connectionTimeout: 5_000, maxFeeXRP: '0.005' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.disconnect()
  }
}
