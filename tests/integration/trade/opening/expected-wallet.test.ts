/** The wallet that a buyer expects is checked at entry, as at the confirmation (product.md §3, findings B3, B9). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Account, Keypair, MuxedAccount } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Wallet as XrplWallet } from 'xrpl'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { openStellarLedger } from '#app/ledgers/stellar.server.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { HARBOUR_PASSPHRASE } from '#harbour/accounts.ts'
import { setDepositAuth } from '#tests/support/settlement/closed-wallets.ts'
import { granted, type Person, paidBuyer, pay, submission, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})

afterEach(() => world.harbour.faults.clear())

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const open = (currency: Asset, changes: Partial<Parameters<typeof submission>[1]> = {}) =>
  openEscrow(world.deps, submission(buyer, { currency, amount: '10', ...changes }))

test('a USDC wallet that is not there, or has no trustline, is named with its remedy', async () => {
  const stranger = Keypair.random().publicKey()
  const said = { field: 'walletAddress', and: 'wallet_of_seller' }
  expect(await open('USDC', { walletAddress: stranger })).toMatchObject({ refused: 'wallet_account_missing', ...said })
  await pay(world, { asset: 'XLM', to: stranger, amount: '5', memo: null })
  expect(await open('USDC', { walletAddress: stranger })).toMatchObject({
    refused: 'wallet_trustline_missing',
    ...said,
  })
})

test('a memo, a tag or a deposit authorization that is wanted is asked for', async () => {
  const atExchange = { walletAddress: walletOf('USDC', 'exchange') }
  expect(await open('USDC', atExchange)).toMatchObject({ refused: 'wallet_memo_required', field: 'walletMemo' })
  granted(await open('USDC', { ...atExchange, walletMemo: '7' }))
  const tagged = { walletAddress: walletOf('XRP', 'exchange') }
  expect(await open('XRP', tagged)).toMatchObject({ refused: 'wallet_tag_required', field: 'walletMemo' })
  expect(await open('XRP', { walletMemo: 'abc' })).toMatchObject({
    refused: 'wallet_memo_invalid',
    field: 'walletMemo',
  })
  expect(await open('XRP', { amount: '0.1', walletAddress: XrplWallet.generate().classicAddress })).toMatchObject({
    refused: 'wallet_below_reserve',
  })
  const { url } = world.harbour.rippled
  await setDepositAuth({ url, name: 'friend', isOn: true })
  expect(await open('XRP', { walletAddress: walletOf('XRP', 'friend') })).toMatchObject({
    refused: 'wallet_deposit_auth',
    and: 'wallet_of_seller',
  })
  await setDepositAuth({ url, name: 'friend', isOn: false })
})

test('Quayside’s own accounts are nobody’s wallet, on either ledger and for either side', async () => {
  const { stellar, xrpl } = world.deps.accounts
  for (const [currency, address] of [
    ['XLM', stellar.fee],
    ['XLM', stellar.escrow],
    ['USDC', stellar.fee],
    ['XRP', xrpl.fee],
    ['XRP', xrpl.escrow],
  ] as const) {
    const ours = { refused: 'wallet_is_ours' }
    expect(await open(currency, { walletAddress: address })).toMatchObject({ ...ours, field: 'walletAddress' })
    expect(await open(currency, { buyerWalletAddress: address })).toMatchObject({
      ...ours,
      field: 'buyerWalletAddress',
    })
  }
  const ofOurs = walletOf('XLM', 'friend')
  const deps = { ...world.deps, operatingAccounts: [ofOurs] }
  const amount = world.deps.settings.floatLow.stellar
  const payee = { asset: 'XLM' as const, amount, address: ofOurs, memo: null, statedBy: null }
  expect(await checkPayoutWallet(deps, payee)).toMatchObject({ refused: 'wallet_is_ours' })
  expect(await checkPayoutWallet(world.deps, payee)).toBeNull()
  // A channel account: funded by a transaction of the treasury, and booked as an account of ours.
  const channel = walletOf('XLM', 'second-buyer')
  await world.deps.db
    .$executeRaw`insert into "book_entry" ("kind", "fact", "at") values ('opening', 'a channel', now())`
  await world.deps.db
    .$executeRaw`insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units")
    select "id", side, account, 'stellar', 'XLM', ${channel}, units from "book_entry", (values
      ('gets', ${`ledger:stellar:${channel}`}, 10), ('gives', 'float', -10)) as posted (side, account, units)
    where "fact" = 'a channel'`
  expect(await checkPayoutWallet(world.deps, { ...payee, address: channel })).toMatchObject({
    refused: 'wallet_is_ours',
  })
})

test('what is no address is explained beside the specification’s sentence; what can be read is read back', async () => {
  const invalid = { refused: 'receiving_wallet_invalid', field: 'walletAddress' }
  const seed = Keypair.random().secret()
  for (const [currency, walletAddress, and] of [
    ['USDC', walletOf('XRP'), 'wallet_other_network'],
    ['USDC', '0x52908400098527886E0F7030069857D2E4169EE7', 'wallet_other_chain'],
    ['XRP', seed, 'wallet_secret'],
  ] as const) {
    expect(await open(currency, { walletAddress })).toMatchObject({ ...invalid, and })
  }
  expect(await open('USDC', { walletMemo: seed })).toMatchObject({ ...invalid, and: 'wallet_secret' })
  const address = walletOf('USDC')
  const muxed = new MuxedAccount(new Account(address, '0'), '77').accountId()
  const read = { refused: 'wallet_read_as_memo', field: 'walletAddress', values: { address, memo: '77' } }
  expect(await open('USDC', { walletAddress: muxed })).toMatchObject(read)
  const amount = world.deps.settings.floatLow.stellar
  const payee = { asset: 'USDC' as const, amount, address: muxed, memo: null, statedBy: null }
  expect(await checkPayoutWallet(world.deps, payee)).toMatchObject(read)
})

test('a name is resolved and read back; one with a memo, or that nobody answers for, is said as such', async () => {
  const address = walletOf('USDC')
  const answers = { ann: { address, memo: null }, exchange: { address, memo: '5' }, nobody: 'unknown' as const }
  const resolve = async (name: string) => answers[name.split('*')[0] as keyof typeof answers] ?? 'silent'
  const deps = { ...world.deps, walletNames: { resolve } }
  const typed = (walletAddress: string) =>
    openEscrow(deps, submission(buyer, { currency: 'USDC', amount: '10', walletAddress }))
  expect(await typed('ann*lobstr.co')).toMatchObject({
    refused: 'wallet_read_as',
    values: { address, typed: 'ann*lobstr.co' },
  })
  expect(await typed('exchange*lobstr.co')).toMatchObject({ and: 'wallet_name_shared' })
  expect(await typed('nobody*lobstr.co')).toMatchObject({ and: 'wallet_name_unknown' })
  expect(await typed('away*lobstr.co')).toMatchObject({ and: 'wallet_name_silent' })
})

test('the wallet may be left to a seller who is named, and to nobody else', async () => {
  const left = { walletFrom: 'seller', walletAddress: '' } as const
  expect(await open('USDC', left)).toMatchObject({ refused: 'wallet_needs_seller', field: 'sellerEmail' })
  expect(
    await open('USDC', { ...left, sellerEmail: 'ama@example.org', walletAddress: walletOf('USDC') }),
  ).toMatchObject({
    refused: 'wallet_from_unclear',
  })
  const { escrowId } = granted(await open('USDC', { ...left, sellerEmail: 'ama@example.org' }))
  const { db } = world.deps
  const where = { id: escrowId }
  expect(await db.escrow.findUniqueOrThrow({ where })).toMatchObject({ walletAddress: null, walletMemo: null })
  expect(await db.auditEvent.findFirst({ where: { escrowId, kind: 'escrow_opened' } })).toMatchObject({
    detail: { walletLeftToSeller: true },
  })
  // The database enforces it, whoever writes.
  await expect(db.escrow.update({ where, data: { sellerEmail: null } })).rejects.toThrow()
})

test('one seller’s wallet is never used for another', async () => {
  const own = await paidBuyer(world)
  const openOwn = (changes: Partial<Parameters<typeof submission>[1]>) =>
    openEscrow(world.deps, submission(own, { currency: 'USDC', amount: '10', ...changes }))
  granted(await openOwn({ sellerEmail: 'Ama@example.org' }))
  const saved = { walletFrom: 'saved', walletAddress: '' } as const
  expect(await openOwn({ ...saved, sellerEmail: 'kofi@example.org' })).toMatchObject({
    refused: 'wallet_saved_for_another',
    values: { email: 'ama@example.org' },
  })
  expect(await openOwn(saved)).toMatchObject({ refused: 'wallet_saved_for_another' })
  granted(await openOwn({ ...saved, sellerEmail: 'ama@example.org' }))
  // Its owner is unknown, so it is not offered.
  granted(await openOwn({}))
  expect(await openOwn({ ...saved, sellerEmail: 'ama@example.org' })).toMatchObject({
    refused: 'receiving_wallet_required',
  })
})

test('a buyer who names the own paying wallet is asked whether that is meant', async () => {
  const own = { buyerWalletAddress: walletOf('USDC') }
  expect(await open('USDC', own)).toMatchObject({ refused: 'wallet_is_own', field: 'meansOwnWallet' })
  granted(await open('USDC', { ...own, meansOwnWallet: true }))
})

test('a ledger that is silent refuses, and opens nothing', async () => {
  world.harbour.faults.set({ target: 'horizon', kind: 'server_error', match: '/accounts/' })
  expect(await open('USDC')).toMatchObject({ refused: 'wallet_unchecked' })
})

test('for XLM the specification’s sentences stay, with what can be done beside them', async () => {
  expect(await open('XLM', { walletAddress: Keypair.random().publicKey() })).toEqual({
    refused: 'xlm_balance_unreadable',
    field: 'walletAddress',
    and: 'wallet_account_missing',
  })
  expect(await open('XLM', { walletAddress: walletOf('XLM', 'exchange') })).toMatchObject({
    refused: 'wallet_memo_required',
  })
})

test.each([
  ['an object without anything', {}],
  ['no native line', { balances: [] }],
  ['text', 'abc'],
  ['a page of a proxy', '<html></html>'],
])('a balance that cannot be read is said as such: %s', async (_what, instead) => {
  const ledger = world.deps.ledgers.stellar
  await using horizon = await horizonThatAnswers((account) =>
    typeof instead === 'string'
      ? instead
      : JSON.stringify('balances' in instead ? { ...account, ...instead } : instead),
  )
  const deps = { ...world.deps, ledgers: { ...world.deps.ledgers, stellar: horizon.ledger } }
  const refused = 'xlm_balance_unreadable'
  expect(await openEscrow(deps, submission(buyer, { currency: 'XLM', amount: '10' }))).toMatchObject({ refused })
  expect(await ledger.spendable(walletOf('XLM'), 'XLM')).not.toBeNull()
})

async function horizonThatAnswers(answer: (account: object) => string) {
  const { url } = world.harbour.horizon
  const server = createServer(async (request, response) => {
    const from = await fetch(new URL(request.url ?? '/', url))
    const text = await from.text()
    const isAccount = request.url?.startsWith('/accounts/') ?? false
    response.writeHead(from.status, { 'content-type': 'application/json' })
    response.end(isAccount ? answer(JSON.parse(text)) : text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const ledger = openStellarLedger({
    horizonUrls: [`http://127.0.0.1:${port}/`],
    passphrase: HARBOUR_PASSPHRASE,
    issuers: world.deps.settings.issuers,
    ownAccounts: [],
  })
  return {
    ledger,
    async [Symbol.asyncDispose]() {
      await ledger.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
