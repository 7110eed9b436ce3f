/** A whole Quayside in one process, nothing of ours replaced: own database, quick ledgers, jobs run on demand. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parseConfig } from '#app/config.server.ts'
import { composeWorkerDeps } from '#app/deps.server.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openXrplSponsor, openXrplTreasury } from '#app/ledgers/xrpl.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { xrplSettings } from '#app/treasuries.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { prepareAccounts } from '#scripts/accounts/prepare-accounts.ts'
import { freshDatabase } from '#tests/support/runner/database.ts'
import { type HastyWorker, openHastyWorker } from './hasty-worker.ts'

export type World = AsyncDisposable & {
  deps: WorkerDeps
  harbour: Harbour
  databaseUrl: string
  /** Of ledgers, accounts and services, as a process of this world reads them from its environment. */
  settings: Record<string, string>
  /** Runs jobs, postponed ones included, until `isDone`. Throws after a time limit. */
  workUntil: HastyWorker['workUntil']
}

/** US dollars. They stay the same until a test sets others. */
export const PRICES: Record<Asset, Decimal> = {
  XLM: new Decimal('0.11'),
  XRP: new Decimal('2.2'),
  USDC: new Decimal('1'),
}

/** Milliseconds between ledgers of a test. */
export const LEDGER_MS = 80

type WorldOptions = {
  /** In how many ledgers an XRP payout can be included, up to 1000; the default may pass during a test. */
  xrplValidLedgers?: number
  /** Milliseconds between ledgers: far fewer than in reality, unless a test measures by them. */
  ledgerMs?: number
  /** Our accounts are new: funded by a faucet, set up by accounts:prepare. By default they exist from the start. */
  hasNewAccounts?: boolean
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { xrplValidLedgers, ledgerMs = LEDGER_MS, hasNewAccounts = false } = options
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'quayside-world-'))
  const harbour = await startHarbour({ port: 0, ledgerMs, dataDir: null })
  // With moving prices the value of a late payment would depend on time.
  for (const asset of ASSETS) harbour.market.setPrice(asset, PRICES[asset])
  const settings = { ...harbour.environment(), ...(hasNewAccounts && (await prepareNewAccounts(harbour))) }
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: folder,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const deps = await composeWorkerDeps(config)
  // Every installation has them before anybody comes.
  await refreshLists(deps)
  if (xrplValidLedgers !== undefined) {
    const { escrowSeed = '' } = config.xrpl
    const hasty = { ...xrplSettings(config), validLedgers: xrplValidLedgers }
    await Promise.all([deps.treasuries.xrpl.close(), deps.keepers.xrpl?.close()])
    deps.treasuries.xrpl = openXrplTreasury({ ...hasty, seed: escrowSeed })
    deps.keepers.xrpl = openXrplSponsor({ ...hasty, seed: config.keepers.xrpl?.seed ?? '' })
  }
  const worker = openHastyWorker({ deps, databaseUrl: database.url })
  return {
    deps,
    harbour,
    databaseUrl: database.url,
    settings,
    workUntil: worker.workUntil,
    async [Symbol.asyncDispose]() {
      await worker.close()
      const { ledgers, held, treasuries, feeTreasuries, keepers } = deps
      for (const { stellar, xrpl } of [ledgers, held, treasuries, feeTreasuries, keepers]) {
        await stellar?.close()
        await xrpl?.close()
      }
      await deps.db.$disconnect()
      await harbour.close()
      await rm(folder, { recursive: true, force: true })
      await database[Symbol.asyncDispose]()
    },
  }
}

/** The settings of accounts that `npm run accounts:prepare` has just made. */
async function prepareNewAccounts(harbour: Harbour): Promise<Record<string, string>> {
  const networks = ['HORIZON_URL', 'STELLAR_PASSPHRASE', 'USDC_ISSUER', 'XRPL_URL', 'XRPL_NETWORK_ID']
  const environment = harbour.environment()
  const keys: string[] = []
  const isWhole = await prepareAccounts(Object.fromEntries(networks.map((name) => [name, environment[name]])), {
    yes: false,
    makeKeys: false,
    keepKeys: async (lines) => void keys.push(...lines),
    isWatched: async () => false,
    say: () => undefined,
  })
  if (!isWhole) throw new Error('the accounts were not made whole')
  return parseEnv(keys.join('\n')) as Record<string, string>
}
