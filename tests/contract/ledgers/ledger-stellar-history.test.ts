/** The Stellar adapter reads an account although Horizon keeps only part of the history. */
import { Keypair } from '@stellar/stellar-sdk'
import { describe, expect, it } from 'vitest'
import { openStellarLedger } from '#app/ledgers/stellar.server.ts'
import { createFaults } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'

const platform = Keypair.random().publicKey()

describe('a Horizon that forgets', () => {
  const DAY_MS = 86_400_000

  it('is not read from where its history no longer reaches back to the cursor', async () => {
    const horizon = await startHorizon({ ...silentNetwork(), historyFloor: 30 })
    const ledger = openLedgerOn(horizon.url)
    try {
      while (horizon.latestLedger() < 40) horizon.closeLedger()
      const read = (sequence: number) =>
        ledger.paymentsTo(platform, { after: (BigInt(sequence) << 32n).toString(), mark: null, limit: 10 })
      await expect(read(28)).rejects.toMatchObject({ doubt: 'history_gone' })
      await expect(read(29)).resolves.toMatchObject({ payments: [], caughtUp: true })
    } finally {
      await ledger.close()
      await horizon.close()
    }
  })

  it('does not outrun the cursor of an account that nobody pays: it follows a day behind', async () => {
    let now = Date.now()
    const horizon = await startHorizon({ ...silentNetwork(), ledgerMs: 5_000, now: () => new Date(now) })
    const ledger = openLedgerOn(horizon.url)
    try {
      const first = await ledger.paymentsTo(platform, { after: null, mark: null, limit: 10 })
      expect(first.cursor).toBe('0')
      now += 3 * DAY_MS
      horizon.closeLedger()
      const later = await ledger.paymentsTo(platform, { after: first.cursor, mark: null, limit: 10 })
      const behind = BigInt(horizon.latestLedger()) - (BigInt(later.cursor) >> 32n)
      expect(behind).toBe(BigInt(DAY_MS / 5_000))
    } finally {
      await ledger.close()
      await horizon.close()
    }
  })

  function silentNetwork() {
    const genesis = [{ address: platform, balances: [{ asset: 'native', amount: '1000' }] }]
    return {
      port: 0,
      passphrase: 'Contract tests ; play money',
      ledgerMs: 0,
      journalFile: null,
      genesis,
      faults: createFaults(),
    }
  }

  function openLedgerOn(horizonUrl: string) {
    return openStellarLedger({
      horizonUrls: [horizonUrl],
      passphrase: 'Contract tests ; play money',
      issuers: { USDC: platform },
      ownAccounts: [],
    })
  }
})
