/** Our accounts: web app, worker and database name the same ones, and money is requested at no other (decision 094). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { accountsToRead } from '#app/ledgers/payments/workflows/accounts-to-read.server.ts'
import { accountsComplaint, changeAccounts } from '#app/ledgers/payments/workflows/agree-on-accounts.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { checkPayoutWallet, isOurs } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { at } from '#tests/support/world/authenticator.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { letQuoteExpire } from '#tests/support/world/fee-quotes.ts'
import {
  escrowOf,
  fund,
  granted,
  paidBuyer,
  pay,
  submission,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

/** The same installation with other accounts in its settings. */
function settingOthers(change: {
  escrow?: string
  fee?: string
  issuer?: string
  chain?: string
  keeping?: Partial<Deps['keeping']>
}) {
  const { deps } = world
  const { stellar } = deps.accounts
  return {
    ...deps,
    accounts: {
      ...deps.accounts,
      stellar: { fee: change.fee ?? stellar.fee, escrow: change.escrow ?? stellar.escrow },
    },
    keeping: { ...deps.keeping, ...change.keeping },
    chains: { ...deps.chains, stellar: change.chain ?? deps.chains.stellar },
    settings: { ...deps.settings, issuers: change.issuer ? { USDC: change.issuer } : deps.settings.issuers },
  }
}
const OTHER = walletOf('XLM', 'friend')
const REASON = 'The old key was kept by somebody who has left.'

test('the first start records the accounts, and the same settings agree with them for ever', async () => {
  const { deps } = world
  const both = [accountsComplaint(deps), accountsComplaint(deps)]
  expect(await Promise.all(both)).toEqual([null, null])
  expect(await accountsComplaint(deps)).toBeNull()
  expect(await deps.db.platformAccount.count()).toBe(8)
})

test('of two first starts with other settings one records all, and the other is refused', async () => {
  const other = settingOthers({ escrow: OTHER, fee: walletOf('XLM', 'exchange') })
  const said = await Promise.all([accountsComplaint(world.deps), accountsComplaint(other)])
  expect(said.filter((complaint) => complaint === null)).toHaveLength(1)
  expect(await world.deps.db.platformAccount.count()).toBe(8)
})

test('other settings are refused with both values and what to do', async () => {
  const { deps } = world
  expect(await accountsComplaint(deps)).toBeNull()
  const said = (change: Parameters<typeof settingOthers>[0]) => accountsComplaint(settingOthers(change))
  const { fee, escrow } = deps.accounts.stellar
  expect(await said({ escrow: OTHER })).toBe(
    `STELLAR_ESCROW_ACCOUNT is ${OTHER}, and this database was started with ${escrow}. Set what it was started with, in the web app and in the worker; to change accounts, stop both and run npm run accounts:change (docs/operating.md).`,
  )
  expect(await said({ fee: OTHER })).toContain(
    `STELLAR_FEE_ACCOUNT is ${OTHER}, and this database was started with ${fee}`,
  )
  expect(await said({ issuer: OTHER })).toContain('USDC_ISSUER is')
  const ofNetwork = await said({ chain: 'Public Global Stellar Network ; September 2015' })
  expect(ofNetwork).toContain(`STELLAR_PASSPHRASE is “Public Global Stellar Network ; September 2015”`)
  expect(ofNetwork?.match(/STELLAR_PASSPHRASE/g)).toHaveLength(1)
  expect(await deps.db.platformAccount.count()).toBe(8)
})

test('a process with other accounts, started before all, cannot ask for money there', async () => {
  const buyer = await paidBuyer(world)
  await accountsComplaint(world.deps)
  const stale = settingOthers({ escrow: OTHER, fee: OTHER })
  const wish = submission(buyer, { currency: 'XLM', amount: '10' })
  await expect(openEscrow(stale, wish)).rejects.toThrow(`money is asked for at ${OTHER}`)
  const newcomer = await unpaidBuyer(world)
  const fee = { userId: newcomer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
  await expect(quoteServiceFee(stale, fee)).rejects.toThrow(`money is asked for at ${OTHER}`)
  granted(await openEscrow(world.deps, wish))
})

test('an account with open business is not replaced, not even by hand; afterwards it is, and is still read', async () => {
  const { deps } = world
  const buyer = await paidBuyer(world)
  await accountsComplaint(deps)
  const waiting = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  const changed = settingOthers({ escrow: OTHER })
  const old = deps.accounts.stellar.escrow
  const refused = await changeAccounts(changed, { reason: REASON })
  expect(refused).toMatchObject({
    isDone: false,
    open: [{ account: { address: old }, business: [{ what: 'escrows that wait for their money', count: 1 }] }],
  })
  const byHand = deps.db.$executeRaw`
    update "platform_account" set "endedAt" = now(), "endReason" = 'by hand' where "address" = ${old}`
  await expect(byHand).rejects.toThrow('has open business: escrows that wait for their money: 1')

  // Money that lies there for a client keeps it open as well.
  await fund(world, waiting.escrowId, '4')
  granted(await cancelEscrow(deps, { escrowId: waiting.escrowId, buyerId: buyer.id, wallet: null }))
  expect((await changeAccounts(changed, { reason: null })).open[0]?.business).toEqual([
    { what: 'escrows and payments whose money lies there', count: 1 },
  ])
  const wallet = { address: walletOf('XLM', 'buyer'), memo: '' }
  const { stateRefundWallet } = await import('#app/trade/refunds/workflows/state-refund-wallet.server.ts')
  granted(await stateRefundWallet(deps, { escrowId: waiting.escrowId, buyerId: buyer.id, wallet }))
  await world.workUntil(
    async () => (await deps.db.transfer.count({ where: { state: 'confirmed' } })) === 1,
    'what was paid is back',
  )
  expect(await changeAccounts(changed, { reason: null })).toMatchObject({ isDone: false, open: [] })
  expect(await changeAccounts(changed, { reason: REASON })).toMatchObject({ isDone: true })
  expect(await accountsComplaint(changed)).toBeNull()
  expect(await accountsComplaint(deps)).toContain(`and this database was started with ${OTHER}`)
  const [event] = await deps.db.auditEvent.findMany({ where: { kind: 'accounts_changed' } })
  expect(event?.detail).toMatchObject({ reason: REASON, changes: [{ from: { address: old }, to: { address: OTHER } }] })

  // Somebody pays to an address from an old request.
  expect(await accountsToRead(changed)).toContainEqual({ network: 'stellar', account: old })
  const [hash = ''] = await pay(world, { asset: 'XLM', to: old, amount: '3', memo: '123' })
  await ingestPayments(changed, { network: 'stellar', account: old })
  expect(await deps.db.paymentCase.count({ where: { ledgerPayment: { hash } } })).toBe(1)

  // What is left there is moved by hand, and stops no payouts.
  await sendByHand(world, { from: 'escrow', to: walletOf('XLM', 'second-buyer'), amount: '5' })
  await reconcile(changed)
  await reconcile(at(changed, new Date(Date.now() + 30_000)))
  expect(await deps.db.payoutStop.count()).toBe(0)
})

test('an issuer is not replaced while anything is open in its asset, and is while it is in others', async () => {
  const { deps } = world
  await accountsComplaint(deps)
  const changed = settingOthers({ issuer: OTHER })
  const openOf = async () => (await changeAccounts(changed, { reason: null })).open.flatMap(({ business }) => business)
  const buyer = await paidBuyer(world)
  await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  expect(await openOf()).toEqual([])
  const waiting = await escrowOf(world, { buyer, asset: 'USDC', amount: '10' })
  expect(await openOf()).toEqual([{ what: 'escrows that wait for their money', count: 1 }])
  await fund(world, waiting.escrowId, '4')
  granted(await cancelEscrow(deps, { escrowId: waiting.escrowId, buyerId: buyer.id, wallet: null }))
  expect(await openOf()).toEqual([{ what: 'escrows and payments whose money lies there', count: 1 }])
})

test('a fee quote is asked for at the new account after the change, and one that is paid late at the old one counts', async () => {
  const { deps } = world
  await paidBuyer(world)
  await accountsComplaint(deps)
  const buyer = await unpaidBuyer(world)
  const asking = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
  const quote = granted(await quoteServiceFee(deps, asking))
  const changed = settingOthers({ fee: OTHER })
  expect((await changeAccounts(changed, { reason: REASON })).open[0]?.business).toEqual([
    { what: 'fee quotes that can be paid', count: 1 },
  ])
  await letQuoteExpire(deps.db, quote.id)
  expect(await changeAccounts(changed, { reason: REASON })).toMatchObject({ isDone: true })
  const anew = granted(await quoteServiceFee(changed, asking))
  expect([anew.account, anew.id === quote.id]).toEqual([OTHER, false])
  await pay(world, {
    asset: 'USDC',
    to: quote.account,
    amount: quote.amountDue.toFixed(),
    memo: String(quote.reference),
  })
  await ingestPayments(changed, { network: 'stellar', account: quote.account })
  expect((await deps.db.user.findUniqueOrThrow({ where: { id: buyer.id } })).hasPaid).toBe(true)
})

test('the record is never rewritten or forgotten, and a database with payments does not move to another network', async () => {
  const { deps } = world
  await accountsComplaint(deps)
  await expect(deps.db.platformAccount.deleteMany()).rejects.toThrow('is not forgotten')
  await expect(deps.db.platformAccount.updateMany({ data: { address: OTHER } })).rejects.toThrow('never changed')
  const elsewhere = settingOthers({ chain: 'Test SDF Network ; September 2015' })
  expect(await changeAccounts(elsewhere, { reason: null })).toMatchObject({ otherChain: [] })
  await paidBuyer(world)
  expect((await changeAccounts(elsewhere, { reason: REASON })).isDone).toBe(false)
  expect((await changeAccounts(elsewhere, { reason: REASON })).otherChain).toHaveLength(5)
})

test('an account that was ours is nobody’s wallet, as those that are', async () => {
  const { deps } = world
  await accountsComplaint(deps)
  const buyer = await paidBuyer(world)
  // No money ever came to this one: no book shows that it was ours.
  const old = deps.accounts.xrpl.escrow
  const other = walletOf('XRP', 'friend')
  const changed = { ...deps, accounts: { ...deps.accounts, xrpl: { ...deps.accounts.xrpl, escrow: other } } }
  expect(await changeAccounts(changed, { reason: REASON })).toMatchObject({ isDone: true })
  const payee = { asset: 'XRP' as const, memo: '7', amount: new Decimal('1'), statedBy: null }
  expect(await checkPayoutWallet(changed, { ...payee, address: old })).toMatchObject({ refused: 'wallet_is_ours' })
  expect(await isOurs(changed, deps.settings.issuers.USDC)).toBe(false)

  const wish = { currency: 'XRP' as const, amount: '10' }
  const expected = submission(buyer, { ...wish, walletAddress: old, walletMemo: '7' })
  expect(await openEscrow(changed, expected)).toMatchObject({ refused: 'wallet_is_ours', field: 'walletAddress' })
  const paying = submission(buyer, { ...wish, buyerWalletAddress: old })
  expect(await openEscrow(changed, paying)).toMatchObject({ refused: 'wallet_is_ours', field: 'buyerWalletAddress' })
})

test('who keeps escrows is recorded with the accounts, compared, and changed like them', async () => {
  const { deps } = world
  expect(await accountsComplaint(deps)).toBeNull()
  const { stellar } = deps.keeping
  if (stellar === null) throw new Error('The world keeps escrows on Stellar.')
  const changed = settingOthers({ keeping: { stellar: { ...stellar, arbiter: OTHER } } })
  expect(await accountsComplaint(changed)).toContain(
    `STELLAR_ARBITER_ADDRESS is ${OTHER}, and this database was started with ${stellar.arbiter}`,
  )
  const other = settingOthers({ keeping: { xrpl: { keeper: walletOf('XRP', 'friend') } } })
  expect(await accountsComplaint(other)).toContain('XRPL_SPONSOR_ACCOUNT is r')
  // Nothing is open: they may be removed, and added again.
  const none = settingOthers({ keeping: { stellar: null, xrpl: null } })
  expect(await accountsComplaint(none)).toBeNull()
  expect(await changeAccounts(none, { reason: null })).toMatchObject({ differences: [] })

  expect(await changeAccounts(changed, { reason: REASON })).toMatchObject({ isDone: true })
  expect(await accountsComplaint(changed)).toBeNull()
  expect(await isOurs(none, stellar.arbiter)).toBe(true)
  // Nobody pays there, so nothing is read there, before or after.
  const read = (await accountsToRead(changed)).map(({ account }) => account)
  expect(read.filter((account) => [OTHER, stellar.arbiter, stellar.sponsor].includes(account))).toEqual([])
})

test('an escrow that waits for its money holds the clients’ account, and not who keeps escrows', async () => {
  const { deps } = world
  await accountsComplaint(deps)
  const business = async (purpose: string, address: string) =>
    deps.db.$queryRaw<{ what: string; count: bigint }[]>`
      select * from "platform_account_business"('stellar'::"Network", ${purpose}, ${address}) where "count" > 0`
  const buyer = await paidBuyer(world)
  await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  expect(await business('escrow', deps.accounts.stellar.escrow)).toHaveLength(1)
  expect(await business('keeper', deps.keeping.stellar?.sponsor ?? '')).toEqual([])
  expect(await business('arbiter', deps.keeping.stellar?.arbiter ?? '')).toEqual([])
})

test('an arbiter is of Stellar, and no other purpose is known', async () => {
  const insert = (network: string, purpose: string) =>
    world.deps.db.$executeRaw`
      insert into "platform_account" ("id", "network", "purpose", "chain", "address")
      values (gen_random_uuid(), ${network}::"Network", ${purpose}, 'a chain', 'an address')`
  await expect(insert('xrpl', 'arbiter')).rejects.toThrow('platform_account_arbiter_on_stellar')
  await expect(insert('stellar', 'saver')).rejects.toThrow('platform_account_purpose_named')
})
