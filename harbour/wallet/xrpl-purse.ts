/** The wallet on the XRP Ledger: an external client that knows the ledger only by its URL. */
import {
  Client,
  DisconnectedError,
  type Payment as PaymentTransaction,
  type SubmittableTransaction,
  xrpToDrops,
} from 'xrpl'
import { z } from 'zod'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type PlayName, xrplPlayWallet } from '#harbour/accounts.ts'
import { ask, messageOf, type PaidTransaction, type Payment, PaymentRefused } from '#harbour/wallet/payment.ts'
import type { HeldEscrow } from '#harbour/wallet/xrpl-signing/words.ts'
import { knownOrNull, submitUntilValidated } from '#harbour/wallet/xrpl-validation.ts'

export type XrplPurse = {
  /** Resolves when the payment is in a validated ledger, successful or not. Throws PaymentRefused. */
  pay(payment: Payment): Promise<PaidTransaction>
  /** Signs and sends any transaction, and fills in what it leaves out. Resolves and throws as `pay` does. */
  send(order: { transaction: SubmittableTransaction; wallet: PlayName }): Promise<PaidTransaction>
  /** The transaction with fee, sequence and last ledger, as it would be signed now. Throws PaymentRefused. */
  fill<Kind extends SubmittableTransaction>(transaction: Kind): Promise<Kind>
  /** An escrow in a validated ledger, by its owner and sequence. Null: no such escrow. */
  escrow(owner: string, sequence: number): Promise<HeldEscrow | null>
  /** Whole XRP in a validated ledger. Null: no such account. */
  balance(address: string): Promise<string | null>
  /** The `tx` answer as the server gave it; null: unknown hash. */
  record(hash: string): Promise<unknown>
}

export function openXrplPurse(options: { url: string }): XrplPurse {
  async function settle(transaction: SubmittableTransaction, name: PlayName): Promise<PaidTransaction> {
    const order = { transaction, wallet: xrplPlayWallet(name) }
    const result = await taken(() => connected(options.url, (client) => submitUntilValidated(client, order)))
    const code = typeof result.meta === 'object' ? result.meta.TransactionResult : 'unknown'
    return {
      network: 'xrpl',
      hash: result.hash,
      ledger: result.ledger_index ?? 0,
      code,
      successful: code === 'tesSUCCESS',
    }
  }

  return {
    async pay(payment) {
      const transaction: PaymentTransaction = {
        TransactionType: 'Payment',
        Account: xrplPlayWallet(payment.from).address,
        Destination: payment.to,
        Amount: xrpToDrops(payment.amount),
      }
      // xrpl.js would drop a tag of null silently.
      if (payment.memo !== null) transaction.DestinationTag = Number(payment.memo.value)
      return settle(transaction, payment.from)
    },

    send: ({ transaction, wallet }) => settle(transaction, wallet),

    fill: (transaction) => taken(() => connected(options.url, (client) => client.autofill(transaction))),

    escrow: (owner, sequence) =>
      ask(() =>
        knownOrNull('entryNotFound', async () => {
          const answer = await connected(options.url, (client) =>
            client.request({
              command: 'ledger_entry',
              escrow: { owner, seq: sequence },
              ledger_index: 'validated',
            }),
          )
          return EscrowSchema.parse(answer.result.node)
        }),
      ),

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

const EscrowSchema = z.object({
  Account: z.string(),
  Destination: z.string(),
  Amount: z.string(),
  FinishAfter: z.number().optional(),
  CancelAfter: z.number().optional(),
})

/** Throws PaymentRefused for any error. */
async function taken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new PaymentRefused(`The XRP Ledger did not take the transaction: ${wordsOf(error)}`, { cause: error })
  }
}

/** The message of xrpl.js about a lost connection contains the whole request. */
function wordsOf(error: unknown): string {
  return error instanceof DisconnectedError ? 'the connection was closed' : messageOf(error)
}

/** As long as a person waits: a busy machine may take seconds to answer. */
const PATIENCE_MS = 20_000

/** One connection per request: the wallet acts for a person who opens it now and then. */
async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url, { connectionTimeout: PATIENCE_MS, maxFeeXRP: '0.005' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.disconnect()
  }
}
