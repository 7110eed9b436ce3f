/**
 * The local Horizon's answers have the keys and JSON types of recorded ones, but for differences listed with a reason.
 */
import { Account, Asset, Keypair, Memo, MuxedAccount, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { hasFixtures, withoutFixtures } from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'
import {
  alice,
  bank,
  bob,
  get,
  hashOf,
  openTown,
  PASSPHRASE,
  pauper,
  pay,
  post,
  settle,
  signed,
  stranger,
  type Town,
  usdc,
  xlm,
} from './horizon-town.ts'
import { type Case, compare, type Reasons } from './shape-differences.ts'

if (!hasFixtures) console.warn(withoutFixtures)

const META = { result_meta_xdr: 'public servers no longer send the result meta' }
const VALIDITY = { valid_after: 'removed from Horizon; preconditions say the same' }
const BEFORE_PRECONDITIONS = { preconditions: 'recorded before CAP-21' }
const BEFORE_FEE_BUMPS = {
  fee_account: 'recorded before CAP-15',
  fee_charged: 'a number in those days',
  max_fee: 'a number in those days',
  '_links.transaction': 'added to Horizon since',
}

let town: Town
const hashes: Record<string, string> = {}
const ledgers: Record<string, number> = {}

const muxed = (key: typeof alice, id: string) => new MuxedAccount(new Account(key.publicKey(), '0'), id).accountId()

async function perform(name: string, wish: Parameters<typeof settle>[1]): Promise<void> {
  const record = await settle(town, wish)
  hashes[name] = record.hash
  ledgers[name] = Number(BigInt(record.paging_token) >> 32n)
}

async function transaction(name: string): Promise<unknown> {
  return (await get(town, `/transactions/${hashes[name]}`)).body
}

async function operation(name: string): Promise<unknown> {
  const { body } = await get(town, `/transactions/${hashes[name]}/operations`)
  return (body as { _embedded: { records: unknown[] } })._embedded.records[0]
}

beforeAll(async () => {
  town = await openTown()
  const destination = bob.publicKey()
  const path = { sendAsset: xlm, destAsset: usdc, path: [usdc] }
  const circle = { sendAsset: xlm, destAsset: xlm, path: [usdc] }
  await perform('payment', { operations: [pay('1')], memo: Memo.text('hello') })
  await perform('usdc payment', { operations: [pay('1', usdc)], memo: Memo.hash('ab'.repeat(32)) })
  await perform('failed path payment', {
    operations: [Operation.pathPaymentStrictReceive({ ...circle, destination, sendMax: '1', destAmount: '100' })],
  })
  await perform('strict send', {
    operations: [Operation.pathPaymentStrictSend({ ...path, destination, sendAmount: '4', destMin: '1' })],
  })
  await perform('strict receive', {
    operations: [
      Operation.pathPaymentStrictReceive({
        sendAsset: xlm,
        destAsset: usdc,
        source: muxed(alice, '12654'),
        destination: muxed(bob, '66234'),
        sendMax: '10',
        destAmount: '1',
      }),
    ],
  })
  await perform('create', {
    operations: [Operation.createAccount({ destination: stranger.publicKey(), startingBalance: '20' })],
  })
  await perform('gift', { operations: [pay('1', xlm, stranger)] })
  await perform('trust', { from: stranger, operations: [Operation.changeTrust({ asset: usdc })] })
  await perform('options', {
    from: bob,
    operations: [
      Operation.setOptions({
        homeDomain: 'bob.example',
        inflationDest: alice.publicKey(),
        masterWeight: 10,
        signer: { ed25519PublicKey: stranger.publicKey(), weight: 10 },
        setFlags: 1,
        clearFlags: 2,
        lowThreshold: 1,
        medThreshold: 10,
        highThreshold: 20,
      }),
    ],
  })
  await perform('merge', {
    from: pauper,
    operations: [Operation.accountMerge({ source: muxed(pauper, '7'), destination: muxed(alice, '8') })],
  })
  const inner = await signed(town, { operations: [pay('1')], timebounds: { minTime: 0, maxTime: 0 } })
  const outer = TransactionBuilder.buildFeeBumpTransaction(bank, '200', inner, PASSPHRASE)
  outer.sign(bank)
  await post(town, '/transactions_async', outer)
  town.horizon.closeLedger()
  hashes['fee bump'] = hashOf(outer)
  const { sequence } = await town.server.loadAccount(alice.publicKey())
  const muxedSource = new TransactionBuilder(new MuxedAccount(new Account(alice.publicKey(), sequence), '1'), {
    fee: '100',
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: 0 },
  })
    .addOperation(pay('1'))
    .build()
  muxedSource.sign(alice)
  await post(town, '/transactions_async', muxedSource)
  town.horizon.closeLedger()
  hashes['muxed source'] = hashOf(muxedSource)
})

afterAll(() => town.close())

const body = async (path: string) => (await get(town, path)).body
const refused = async (sequence: bigint) => {
  const wrong = await signed(town, { operations: [pay('1')], sequence })
  return { wrong, again: (endpoint: string) => post(town, endpoint, wrong) }
}

const resources: Case[] = [
  [
    'root/root.horizon-24.EDITED.json',
    () => body('/'),
    {
      ingest_latest_ledger: 'cut out of the recorded one; http_exchanges/GET_root.testnet-2023.json has it',
      '_links.friendbot': 'only where a friendbot gives away test money',
    },
  ],
  ['accounts/multisig_3_signers_usdc_trustline.testnet-2024.json', () => body(`/accounts/${alice.publicKey()}`)],
  ['ledgers/ledger.testnet-2025.json', () => body(`/ledgers/${ledgers.payment}`)],
  ['ledgers/ledgers_page.json', () => body('/ledgers?limit=3')],
  ['fee_stats/fee_stats.pubnet-2021.json', () => body('/fee_stats')],
  ['transactions/memo_text_native_payment.testnet-2025.json', () => transaction('payment')],
  ['transactions/memo_none_muxed_source.testnet-2025.json', () => transaction('muxed source')],
  ['transactions/fee_bump.pubnet.json', () => transaction('fee bump'), { ...META, ...VALIDITY }],
  [
    'transactions/memo_hash_payment.pubnet.json',
    () => transaction('usdc payment'),
    { ...META, ...BEFORE_PRECONDITIONS, ...BEFORE_FEE_BUMPS },
  ],
  [
    'transactions/failed_path_payment.pubnet.json',
    () => transaction('failed path payment'),
    { ...META, ...VALIDITY, valid_before: VALIDITY.valid_after },
  ],
  ['submission/sync_200_success.testnet-2021.json', () => transaction('payment'), { ...META, ...BEFORE_PRECONDITIONS }],
  ['operations/payment_native.testnet-2024.json', () => operation('payment')],
  ['operations/payment_usdc_credit_alphanum4.pubnet.json', () => operation('usdc payment')],
  ['operations/path_payment_strict_send.pubnet.json', () => operation('strict send')],
  ['operations/path_payment_strict_receive_muxed.testnet-2025.json', () => operation('strict receive')],
  ['operations/path_payment_strict_receive_FAILED.pubnet.json', () => operation('failed path payment')],
  ['operations/create_account.pubnet.json', () => operation('create')],
  [
    'operations/change_trust_asset.json',
    () => operation('trust'),
    { sponsor: 'only when somebody sponsors the reserve' },
  ],
  ['operations/set_options.json', () => operation('options')],
  ['operations/account_merge_muxed.testnet-2025.json', () => operation('merge')],
  ['payments_pages/account_payments_page.testnet-2024.json', () => body(`/accounts/${stranger.publicKey()}/payments`)],
  ['payments_pages/empty_page.testnet-2019.json', () => body('/operations?cursor=now')],
  [
    'payments_pages/operations_page_join_transactions.testnet-2019.json',
    () => body(`/accounts/${stranger.publicKey()}/payments?join=transactions&limit=1`),
    below('_embedded.records[].transaction', {
      ...META,
      ...BEFORE_PRECONDITIONS,
      ...BEFORE_FEE_BUMPS,
      fee_paid: 'removed from Horizon; fee_charged says the same',
    }),
  ],
]

const errors: Case[] = [
  ['errors/400.json', () => body('/payments?cursor=x')],
  ['errors/400_bad_request_limit.json', () => body('/payments?limit=x')],
  ['errors/404.json', () => body('/nothing')],
  ['errors/410.json', () => body('/ledgers/1')],
  ['errors/429_rate_limit_exceeded.2017.json', tooMany],
  ['submission/sync_400_transaction_malformed.json', async () => (await post(town, '/transactions', 'AAAA')).body],
  ['submission/sync_400_tx_bad_seq.json', async () => (await (await refused(1n)).again('/transactions')).body],
  ['submission/sync_400_change_trust_op_no_issuer.testnet-2022.json', failedTrust],
  ['submission/sync_504_transaction_submission_timeout.json', timedOut],
  ['submission/async_201_TransactionPending.json', pending],
  [
    'submission/async_400_TransactionError.json',
    async () => (await (await refused(1n)).again('/transactions_async')).body,
  ],
  [
    'submission/async_400_TransactionMalformed.json',
    async () => (await post(town, '/transactions_async', 'AAAA')).body,
  ],
]

async function failedTrust(): Promise<unknown> {
  const issuer = Keypair.random().publicKey()
  const transaction = await signed(town, { operations: [Operation.changeTrust({ asset: new Asset('FUT', issuer) })] })
  await post(town, '/transactions_async', transaction)
  town.horizon.closeLedger()
  return (await post(town, '/transactions', transaction)).body
}

async function tooMany(): Promise<unknown> {
  town.faults.set({ target: 'horizon', kind: 'too_many', times: 1 })
  return body('/')
}

async function timedOut(): Promise<unknown> {
  const transaction = await signed(town, { operations: [pay('1')] })
  town.faults.set({ target: 'horizon', kind: 'server_error', match: 'POST /transactions', times: 1 })
  return (await post(town, '/transactions', transaction)).body
}

async function pending(): Promise<unknown> {
  return (await post(town, '/transactions_async', await signed(town, { from: bank, operations: [pay('1')] }))).body
}

describe.skipIf(!hasFixtures)('the shape of', () => {
  it.each([...resources, ...errors])('%s', compare)
})

function below(path: string, reasons: Reasons): Reasons {
  return Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [`${path}.${name}`, reason]))
}
