/** What leaves a Stellar account through others: channel accounts that give fee and number, and fee bumps. */

import {
  Account,
  Claimant,
  Keypair,
  Operation,
  Asset as StellarAsset,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ledger } from '#app/ledgers/ledger.ts'
import { openStellarLedger } from '#app/ledgers/stellar.server.ts'
import { createFaults } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'

const PASSPHRASE = 'Outgoing tests ; play money'
const [client, channel, payee, issuer] = Array.from({ length: 4 }, () => Keypair.random()) as [
  Keypair,
  Keypair,
  Keypair,
  Keypair,
]

let horizon: Awaited<ReturnType<typeof startHorizon>>
let ledger: Ledger

beforeAll(async () => {
  horizon = await startHorizon({
    port: 0,
    passphrase: PASSPHRASE,
    ledgerMs: 50,
    journalFile: null,
    genesis: [client, channel, payee, issuer].map((key) => ({
      address: key.publicKey(),
      balances: [{ asset: 'native', amount: '1000' }],
    })),
    faults: createFaults(),
  })
  ledger = openStellarLedger({
    horizonUrls: [horizon.url],
    passphrase: PASSPHRASE,
    issuers: { USDC: issuer.publicKey() },
    ownAccounts: [],
  })
})

afterAll(async () => {
  await ledger.close()
  await horizon.close()
})

type Sent = { toEnvelope(): { toXdr(format: 'base64'): string }; hash(): Uint8Array }
const hashOf = (transaction: Sent) => Buffer.from(transaction.hash()).toString('hex')

/** A payment from the client's account in a transaction of the channel account. */
function throughChannel(amount: string) {
  const [destination, asset] = [payee.publicKey(), StellarAsset.native()]
  return ofChannel([Operation.payment({ source: client.publicKey(), destination, asset, amount })])
}

/** A transaction of the channel account, signed by both. */
async function ofChannel(operations: xdr.Operation[]) {
  const response = await fetch(`${horizon.url}/accounts/${channel.publicKey()}`)
  const { sequence } = (await response.json()) as { sequence: string }
  const builder = new TransactionBuilder(new Account(channel.publicKey(), sequence), {
    fee: '1000',
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: 0 },
  })
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.build()
  transaction.sign(channel, client)
  return transaction
}

async function send(transaction: Sent): Promise<void> {
  const body = new URLSearchParams({ tx: transaction.toEnvelope().toXdr('base64') })
  await fetch(`${horizon.url}/transactions_async`, { method: 'POST', body })
  const found = () => ledger.findTransaction(hashOf(transaction), { account: payee.publicKey() })
  await expect.poll(found).not.toBeNull()
}

const sentSince = async (after: string) =>
  (await ledger.outgoing.outgoingOf(client.publicKey(), { after, limit: 200 })).transactions

it('is found though the transaction is of a channel, with the channel’s number and none of the account’s', async () => {
  const head = await ledger.outgoing.head()
  const mark = await ledger.outgoing.markOf(client.publicKey())
  const transaction = await throughChannel('2.5')
  await send(transaction)
  expect(await sentSince(head)).toMatchObject([
    {
      hash: hashOf(transaction),
      source: channel.publicKey(),
      feeAccount: channel.publicKey(),
      sequenceAfter: null,
      payments: [{ to: payee.publicKey(), asset: 'XLM' }],
    },
  ])
  expect(await ledger.outgoing.markOf(client.publicKey())).not.toBe(mark)
  // It also counts as the channel account's, which gave its number and the fee.
  const { transactions } = await ledger.outgoing.outgoingOf(channel.publicKey(), { after: head, limit: 200 })
  expect(transactions).toMatchObject([{ hash: hashOf(transaction), sequenceAfter: transaction.sequence }])
})

it('is known by the hash that was signed when somebody raised its fee', async () => {
  const head = await ledger.outgoing.head()
  const inner = await throughChannel('1.5')
  const outer = TransactionBuilder.buildFeeBumpTransaction(payee, '20000', inner, PASSPHRASE)
  outer.sign(payee)
  await send(outer)
  expect(await sentSince(head)).toMatchObject([
    { hash: hashOf(outer), innerHash: hashOf(inner), feeAccount: payee.publicKey() },
  ])
})

it('is told with its true asset, amount and receiver, whatever took it', async () => {
  const head = await ledger.outgoing.head()
  const claimants = [new Claimant(payee.publicKey()), new Claimant(client.publicKey())]
  const source = client.publicKey()
  const heir = Keypair.random()
  await send(
    await ofChannel([
      Operation.createClaimableBalance({ source, asset: StellarAsset.native(), amount: '3', claimants }),
      Operation.createAccount({ source, destination: heir.publicKey(), startingBalance: '5' }),
      Operation.pathPaymentStrictReceive({
        source,
        sendAsset: StellarAsset.native(),
        sendMax: '9',
        destination: payee.publicKey(),
        destAsset: StellarAsset.native(),
        destAmount: '8',
      }),
    ]),
  )
  const [sent] = await sentSince(head)
  expect(sent?.payments.map(({ to, asset, amount }) => ({ to, asset, amount: amount.toFixed() }))).toEqual([
    { to: payee.publicKey(), asset: 'XLM', amount: '3' },
    { to: heir.publicKey(), asset: 'XLM', amount: '5' },
    { to: payee.publicKey(), asset: 'XLM', amount: '8' },
  ])
})
