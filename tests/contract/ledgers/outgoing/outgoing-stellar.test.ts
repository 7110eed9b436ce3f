/** What leaves a Stellar account through others: channels that pay the fee and give the number, and fee bumps. */

import { Account, Keypair, Operation, Asset as StellarAsset, TransactionBuilder } from '@stellar/stellar-sdk'
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
    usdcIssuer: issuer.publicKey(),
    ownAccounts: [],
  })
})

afterAll(async () => {
  await ledger.close()
  await horizon.close()
})

type Sent = { toEnvelope(): { toXdr(format: 'base64'): string }; hash(): Uint8Array }
const hashOf = (transaction: Sent) => Buffer.from(transaction.hash()).toString('hex')

/** A payment out of the client's account in a transaction of the channel. */
async function throughChannel(amount: string) {
  const response = await fetch(`${horizon.url}/accounts/${channel.publicKey()}`)
  const { sequence } = (await response.json()) as { sequence: string }
  const transaction = new TransactionBuilder(new Account(channel.publicKey(), sequence), {
    fee: '1000',
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: 0 },
  })
    .addOperation(
      Operation.payment({
        source: client.publicKey(),
        destination: payee.publicKey(),
        asset: StellarAsset.native(),
        amount,
      }),
    )
    .build()
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
  // Of the channel it is one, too: it gave its number and the fee.
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
