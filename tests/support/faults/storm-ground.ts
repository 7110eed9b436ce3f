/** The ground of a storm: PostgreSQL, the harbour, two workers kept by the launcher, and weather before the ledgers. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseConfig } from '#app/config.server.ts'
import { composeDeps } from '#app/deps.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { HARBOUR_NETWORK_ID, HARBOUR_PASSPHRASE } from '#harbour/accounts.ts'
import { createFaults } from '#harbour/faults.ts'
import { stellarGenesis, xrplGenesis } from '#harbour/genesis.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { startRippled } from '#harbour/rippled/server.ts'
import type { ProcessSupervisor } from '#scripts/launcher/keeping/process-supervisor.ts'
import { keepWorker } from '#scripts/launcher/parts.ts'
import { openWorkerGround, type WorkerGround } from '#tests/support/runner/worker-process.ts'
import type { Chance } from './chance.ts'
import { openPurses, type Purses } from './purses.ts'
import { openSky, type Sky } from './weather/sky.ts'
import { startStellarWeather, type WeatherProxy } from './weather/stellar-weather.ts'
import { startXrplWeather } from './weather/xrpl-weather.ts'

export type StormGround = AsyncDisposable &
  WorkerGround & {
    sky: Sky
    workers: readonly ProcessSupervisor[]
    /** The buyers' wallets, which no weather affects. */
    purses: Purses
    /** As the pages would have it: the current database, and ledgers without weather. */
    deps: Deps
    /** The workers' servers become those of other, younger chains; then the right ones again. */
    showOtherHistory(): Promise<void>
    showOwnHistory(): Promise<void>
    /** Makes the document store unavailable, then available again. */
    loseStore(): Promise<void>
    findStore(): Promise<void>
  }

/** The workers reach the ledgers through the sky. */
export async function openStormGround(of: { ledgerMs: number; chance: Chance }): Promise<StormGround> {
  const sky = openSky(of.chance)
  const proxies: WeatherProxy[] = []
  const ground = await openWorkerGround({
    ledgerMs: of.ledgerMs,
    // Commits must outlive a killed PostgreSQL, as in production.
    durability: 'safe',
    async between({ horizon, rippled }) {
      const stellar = await startStellarWeather({ url: horizon.url, sky })
      const xrpl = await startXrplWeather({ url: rippled.url, sky })
      proxies.push(stellar, xrpl)
      return { HORIZON_URL: stellar.url, XRPL_URL: xrpl.url }
    },
  })
  const { documents, databaseUrl, harbour } = ground
  await mkdir(documents, { recursive: true })
  const deps = await composeDeps(
    parseConfig({
      NODE_ENV: 'test',
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'a secret of the tests, long enough to pass',
      STORAGE_FOLDER: documents,
      LOG_LEVEL: 'silent',
      ...harbour.environment(),
    }),
  )
  const purses = await openPurses(harbour)
  const workers: ProcessSupervisor[] = []
  let others: Awaited<ReturnType<typeof startOthers>> | null = null
  const close = async () => {
    deps.clock[Symbol.dispose]()
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all([deps.ledgers.stellar.close(), deps.ledgers.xrpl.close(), deps.db.$disconnect(), purses.close()])
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await Promise.all([others?.horizon.close(), others?.rippled.close()])
    await ground[Symbol.asyncDispose]()
  }
  try {
    for (const name of ['worker a', 'worker b']) {
      const logFile = join(dirname(ground.plan.logFile), `${name.replace(' ', '-')}.log`)
      workers.push(await keepWorker({ ...ground.plan, name, logFile }, () => undefined))
    }
  } catch (error) {
    await close()
    throw error
  }
  const aside = `${documents}.aside`
  const showOwnHistory = async () => {
    const [stellar, xrpl] = proxies
    stellar?.lead(harbour.horizon.url)
    xrpl?.lead(harbour.rippled.url)
    await Promise.all([others?.horizon.close(), others?.rippled.close()])
    others = null
  }
  return {
    ...ground,
    sky,
    workers,
    purses,
    deps,
    async showOtherHistory() {
      others = await startOthers(of.ledgerMs)
      const [stellar, xrpl] = proxies
      stellar?.lead(others.horizon.url)
      xrpl?.lead(others.rippled.url)
    },
    showOwnHistory,
    async loseStore() {
      await rename(documents, aside)
      // A missing folder would be created again; a file in its place makes the store fail.
      await writeFile(documents, '')
    },
    async findStore() {
      await rm(documents)
      await rename(aside, documents)
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Ledgers with the same accounts and another, shorter history. */
async function startOthers(ledgerMs: number) {
  const shared = { port: 0, ledgerMs, journalFile: null, faults: createFaults() }
  return {
    horizon: await startHorizon({ ...shared, passphrase: HARBOUR_PASSPHRASE, genesis: stellarGenesis() }),
    rippled: await startRippled({ ...shared, networkId: HARBOUR_NETWORK_ID, genesis: xrplGenesis() }),
  }
}
