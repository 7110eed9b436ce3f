/** The XRP Ledger adapter reads an account from a server that does not have every ledger. */
import { describe, expect, it } from 'vitest'
import { Wallet } from 'xrpl'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Ledger } from '#app/ledgers/ledger.ts'
import { openXrplLedger, openXrplTreasury } from '#app/ledgers/xrpl.server.ts'
import { createFaults } from '#harbour/faults.ts'
import { type Rippled, startRippled } from '#harbour/rippled/server.ts'

const networkId = 766
const purse = Wallet.generate()
const platform = purse.address
/** The stand-in's first ledger is 32570, as on the public network. */
const floor = 32_600
const newest = 32_620

async function withServer(check: (ledger: Ledger, rippled: Rippled) => Promise<void>): Promise<void> {
  const rippled = await startRippled({
    port: 0,
    networkId,
    ledgerMs: 0,
    journalFile: null,
    genesis: [{ address: platform, drops: '100000000' }],
    faults: createFaults(),
    historyFloor: floor,
  })
  const ledger = openXrplLedger({ urls: [rippled.url], networkId, ownAccounts: [] })
  try {
    while (rippled.closeLedger() < newest);
    await check(ledger, rippled)
  } finally {
    await ledger.close()
    await rippled.close()
  }
}

describe('a rippled that was pruned', () => {
  it('is not read from where its ledgers no longer reach back to the cursor', () =>
    withServer(async (ledger) => {
      const read = (after: string) => ledger.paymentsTo(platform, { after, mark: null, limit: 10 })
      await expect(read(String(floor - 2))).rejects.toMatchObject({ doubt: 'history_gone' })
      await expect(read(String(floor - 1))).resolves.toMatchObject({
        payments: [],
        cursor: String(newest),
        mark: { sequence: newest },
        caughtUp: true,
      })
    }))

  it('is read from its first ledger on when nothing was ever read', () =>
    withServer(async (ledger) => {
      const page = await ledger.paymentsTo(platform, { after: null, mark: null, limit: 10 })
      expect(page).toMatchObject({ payments: [], cursor: String(newest), mark: { sequence: newest }, caughtUp: true })
    }))

  it('takes no cursor that was not written by it', () =>
    withServer(async (ledger) => {
      await expect(ledger.paymentsTo(platform, { after: '{"done":-1}', mark: null, limit: 10 })).rejects.toThrow()
      await expect(ledger.paymentsTo(platform, { after: 'now', mark: null, limit: 10 })).rejects.toThrow()
    }))

  it('calls no payout expired whose ledgers it no longer has', () =>
    withServer(async (ledger, rippled) => {
      const settings = { urls: [rippled.url], networkId, ownAccounts: [platform] }
      const treasury = openXrplTreasury({ ...settings, seed: purse.seed!, validLedgers: 5 })
      try {
        const order = { payoutId: 'old', asset: 'XRP' as const, address: Wallet.generate().address, memo: null }
        const signed = await treasury.sign({ ...order, amount: new Decimal(1), lane: '1' })
        while (rippled.closeLedger() <= Number(signed.validUntil));
        // The ticket is gone, and the server lacks some of the ledgers in which it could have been used.
        const older = { ...signed, validFrom: String(floor - 10) }
        await expect(treasury.outcomeOf(older)).rejects.toThrow(/ticket 1 .* is used up .* lacks ledgers from/)
        // Now it has all these ledgers, and nothing in them used the ticket.
        await expect(treasury.outcomeOf(signed)).rejects.toThrow(/ticket 1 .* is used up .* look for it by hand/)
        expect(await ledger.balance(order.address, 'XRP')).toBeNull()
      } finally {
        await treasury.close()
      }
    }))
})
