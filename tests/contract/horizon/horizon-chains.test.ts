/** Another node behind the same address has its own chain; an account's history shows how it was created. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Keypair } from '@stellar/stellar-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import {
  alice,
  balanceOf,
  bank,
  bob,
  get,
  hashOf,
  openTown,
  PASSPHRASE,
  pay,
  post,
  settle,
  signed,
  type Town,
} from './horizon-town.ts'

let town: Town

afterEach(() => town.close())

const ledgerHash = async (sequence: number) => (await get(town, `/ledgers/${sequence}`)).body.hash
const root = async () => (await get(town, '/')).body

describe('another history', () => {
  it('has the same passphrase and genesis, ledgers of its own, and nothing of what happened here', async () => {
    town = await openTown()
    const paid = await settle(town, { operations: [pay('5')] })
    const [latest, hash, { network_passphrase }] = [town.horizon.latestLedger(), await ledgerHash(2), await root()]
    town.horizon.showOtherHistory()
    expect(await root()).toMatchObject({
      network_passphrase,
      history_latest_ledger: latest,
      core_latest_ledger: latest,
      history_elder_ledger: 2,
    })
    expect(town.horizon.latestLedger()).toBe(latest)
    expect(await ledgerHash(2)).not.toBe(hash)
    expect((await get(town, `/transactions/${paid.hash}`)).status).toBe(404)
    expect(await balanceOf(town, bob)).toBe('100.0000000')
    expect((await town.server.loadAccount(alice.publicKey())).sequence).toBe('8589934592')
    town.horizon.showOwnHistory()
    expect(await ledgerHash(2)).toBe(hash)
    expect(await balanceOf(town, bob)).toBe('105.0000000')
    expect((await get(town, `/transactions/${paid.hash}`)).status).toBe(200)
  })

  it.each([1, 40])('is %i ledgers long where that is asked for', async (ledgers) => {
    let clock = 1_900_000_000_000
    town = await openTown({ now: () => new Date(clock) })
    for (let closed = 0; closed < 9; closed += 1) {
      clock += 5_000
      town.horizon.closeLedger()
    }
    town.horizon.showOtherHistory({ ledgers })
    expect(await root()).toMatchObject({
      history_latest_ledger: ledgers + 1,
      history_latest_ledger_closed_at: new Date(clock).toISOString().replace('.000Z', 'Z'),
    })
    expect((await get(town, `/ledgers/${ledgers + 1}`)).status).toBe(200)
    expect((await get(town, `/ledgers/${ledgers + 2}`)).status).toBe(404)
    town.horizon.showOwnHistory()
    expect(town.horizon.latestLedger()).toBe(11)
  })

  it('takes in what is submitted while it is shown, and is forgotten; ledgers close in both', async () => {
    town = await openTown()
    town.horizon.showOtherHistory()
    const there = await settle(town, { operations: [pay('7')] })
    expect(await balanceOf(town, bob)).toBe('107.0000000')
    town.horizon.showOwnHistory()
    expect(town.horizon.latestLedger()).toBe(3)
    expect((await get(town, `/transactions/${there.hash}`)).status).toBe(404)
    expect(await balanceOf(town, bob)).toBe('100.0000000')
    town.horizon.showOtherHistory()
    expect((await get(town, `/transactions/${there.hash}`)).status).toBe(404)
  })

  it('keeps what waits here waiting', async () => {
    town = await openTown()
    const transaction = await signed(town, { operations: [pay('3')] })
    await post(town, '/transactions_async', transaction)
    town.horizon.showOtherHistory()
    town.horizon.closeLedger()
    expect((await get(town, `/transactions/${hashOf(transaction)}`)).status).toBe(404)
    town.horizon.showOwnHistory()
    expect((await get(town, `/transactions/${hashOf(transaction)}`)).body).toMatchObject({ successful: true })
  })

  it('ends streams when it begins and when it is over', async () => {
    town = await openTown()
    const stream = () => fetch(`${town.horizon.url}/ledgers?cursor=now`, { headers: { Accept: 'text/event-stream' } })
    const here = await stream()
    town.horizon.showOtherHistory()
    expect(await here.text()).toContain('byebye')
    const there = await stream()
    town.horizon.showOwnHistory()
    expect(await there.text()).toContain('byebye')
  })

  it('is over when this network begins anew, and shows all of itself where this one is pruned', async () => {
    town = await openTown()
    for (let closed = 0; closed < 5; closed += 1) town.horizon.closeLedger()
    town.horizon.forgetBefore(5)
    town.horizon.showOtherHistory()
    expect(await root()).toMatchObject({ history_elder_ledger: 2 })
    town.horizon.reset()
    expect(town.horizon.latestLedger()).toBe(2)
    expect(await root()).toMatchObject({ history_elder_ledger: 2 })
  })
})

describe('an account with a history', () => {
  const [shop, debtor] = [Keypair.random(), Keypair.random()]
  const faucet = Keypair.master(PASSPHRASE)
  const USDC = `USDC:${bank.publicKey()}`
  const genesis = [
    { address: bank.publicKey(), balances: [{ asset: 'native', amount: '1000' }] },
    {
      address: shop.publicKey(),
      balances: [
        { asset: 'native', amount: '50' },
        { asset: USDC, amount: '20' },
      ],
      data: { 'config.memo_required': '1' },
      hasHistory: true,
    },
  ]
  const records = async (path: string) => {
    const { body } = await get(town, path)
    return (body as { _embedded: { records: Record<string, unknown>[] } })._embedded.records
  }

  it('was made by the root account, and has its lines and data', async () => {
    town = await openTown({ genesis })
    const payments = await records(`/accounts/${shop.publicKey()}/payments`)
    expect(payments).toMatchObject([
      {
        type: 'create_account',
        funder: faucet.publicKey(),
        account: shop.publicKey(),
        starting_balance: '50.0000000',
      },
    ])
    expect(await records(`/accounts/${shop.publicKey()}/transactions`)).toMatchObject([
      { source_account: faucet.publicKey(), memo_type: 'none', successful: true, ledger: 3 },
    ])
    const account = await town.server.loadAccount(shop.publicKey())
    expect(account.sequence).toBe((3n << 32n).toString())
    expect(account.balances).toMatchObject([
      { balance: '20.0000000', asset_code: 'USDC' },
      { balance: '50.0000000', asset_type: 'native' },
    ])
    expect(account.data_attr).toHaveProperty(['config.memo_required'], 'MQ==')
    // Accounts without such a history simply exist.
    expect(await records(`/accounts/${bank.publicKey()}/payments`)).toEqual([])
  })

  it('is founded once, also when others come later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'horizon-founding-'))
    const journalFile = join(folder, 'horizon.jsonl')
    town = await openTown({ genesis, journalFile })
    await town.close()
    const late = { address: debtor.publicKey(), balances: [{ asset: 'native', amount: '2' }], hasHistory: true }
    town = await openTown({ genesis: [...genesis, late], journalFile })
    expect(await records(`/accounts/${shop.publicKey()}/payments`)).toHaveLength(1)
    expect(await records(`/accounts/${debtor.publicKey()}/payments`)).toHaveLength(1)
    expect(await records('/payments')).toHaveLength(2)
    await rm(folder, { recursive: true })
  })

  it('is founded in every other history, too', async () => {
    town = await openTown({ genesis })
    const here = await records(`/accounts/${shop.publicKey()}/payments`)
    town.horizon.showOtherHistory({ ledgers: 10 })
    expect(town.horizon.latestLedger()).toBe(11)
    const there = await records(`/accounts/${shop.publicKey()}/payments`)
    expect(there).toMatchObject([{ type: 'create_account', transaction_hash: here[0]?.transaction_hash }])
  })

  it('needs its reserve', async () => {
    town = await openTown()
    const poor = [{ address: shop.publicKey(), balances: [], hasHistory: true }]
    await expect(openTown({ genesis: poor })).rejects.toThrow('reserve')
  })
})
