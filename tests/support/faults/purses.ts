/** The buyers' wallets in a storm. They make several deposits at once: in one transaction, or in a row. */
import { setTimeout as delay } from 'node:timers/promises'
import { Horizon, Memo, Operation, Asset as StellarAsset, TransactionBuilder } from '@stellar/stellar-sdk'
import { Client, xrpToDrops } from 'xrpl'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { HARBOUR_PASSPHRASE, type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'
import type { Harbour } from '#harbour/harbour.ts'
import { knownOrNull } from '#harbour/wallet/xrpl-validation.ts'

export type Order = { from: PlayName; asset: Asset; to: string; amounts: readonly string[]; memo: string }

export type Purses = {
  /** Settles when every payment is in a closed ledger. Throws when one is refused. */
  pay(order: Order): Promise<void>
  close(): Promise<void>
}

const VALID_SECONDS = 300
const VALID_LEDGERS = 500
/** The harbour's ledgers' minimum fees. */
const FEE = { stroops: '1000', drops: '20' }
const LOOK_MS = 500

export async function openPurses({ horizon, rippled }: Harbour): Promise<Purses> {
  const server = new Horizon.Server(horizon.url, { allowHttp: true })
  const client = new Client(rippled.url)
  await client.connect()
  const turns = new Map<string, Promise<unknown>>()
  return {
    async pay(order) {
      // The payments of one account are made one after another, as by one wallet.
      const turn = `${order.from} ${order.asset === 'XRP'}`
      const work = () => (order.asset === 'XRP' ? payXrp(client, order) : payStellar(server, order))
      const paid = (turns.get(turn) ?? Promise.resolve()).then(work)
      turns.set(
        turn,
        paid.catch(() => undefined),
      )
      return paid
    },
    close: () => client.disconnect(),
  }
}

/** All in one transaction, so the payments share a hash and a memo. */
async function payStellar(server: Horizon.Server, { from, asset, to, amounts, memo }: Order): Promise<void> {
  const key = stellarPlayKey(from)
  const of = asset === 'XLM' ? StellarAsset.native() : new StellarAsset('USDC', USDC_ISSUER)
  const account = await server.loadAccount(key.publicKey())
  const builder = new TransactionBuilder(account, { fee: FEE.stroops, networkPassphrase: HARBOUR_PASSPHRASE })
  for (const amount of amounts) builder.addOperation(Operation.payment({ destination: to, asset: of, amount }))
  const transaction = builder.addMemo(Memo.id(memo)).setTimeout(VALID_SECONDS).build()
  transaction.sign(key)
  const { successful } = await server.submitTransaction(transaction, { skipMemoRequiredCheck: true })
  if (!successful) throw new Error('a deposit failed on Stellar')
}

/** One transaction per payment, submitted together. */
async function payXrp(client: Client, { from, to, amounts, memo }: Order): Promise<void> {
  const wallet = xrplPlayWallet(from)
  const { result } = await client.request({ command: 'account_info', account: wallet.address })
  const newest = await client.getLedgerIndex()
  const sent: { tx_blob: string; hash: string }[] = []
  for (const [place, amount] of amounts.entries()) {
    const { tx_blob, hash } = wallet.sign({
      TransactionType: 'Payment',
      Account: wallet.address,
      Destination: to,
      DestinationTag: Number(memo),
      Amount: xrpToDrops(amount),
      Fee: FEE.drops,
      Sequence: result.account_data.Sequence + place,
      LastLedgerSequence: newest + VALID_LEDGERS,
    })
    await client.request({ command: 'submit', tx_blob })
    sent.push({ tx_blob, hash })
  }
  for (const { tx_blob, hash: transaction } of sent) {
    for (;;) {
      const found = await knownOrNull('txnNotFound', () => client.request({ command: 'tx', transaction }))
      if (!found?.result.validated) {
        await delay(LOOK_MS)
        // A payment that a crowded ledger dropped is sent again, as a wallet would.
        await client.request({ command: 'submit', tx_blob })
      } else if (isPaid(found.result.meta)) break
      else throw new Error('a deposit failed on the XRP Ledger')
    }
  }
}

const isPaid = (meta: unknown) =>
  typeof meta === 'object' && meta !== null && 'TransactionResult' in meta && meta.TransactionResult === 'tesSUCCESS'
