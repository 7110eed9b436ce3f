/** A second Quayside on the same ledgers with the same keys: one with a restored copy of the database. */
import { parseConfig } from '#app/config.server.ts'
import { composeWorkerDeps } from '#app/deps.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { copyDatabase } from '#scripts/drill/copy-database.ts'
import { freshDatabase } from '#tests/support/runner/database.ts'
import { type HastyWorker, openHastyWorker } from './hasty-worker.ts'
import type { World } from './world.ts'

export type SecondInstallation = AsyncDisposable & { deps: WorkerDeps; workUntil: HastyWorker['workUntil'] }

/** On an empty database, until `restore` copies the first one's rows. */
export async function openSecond(world: World): Promise<SecondInstallation & { restore(): Promise<void> }> {
  const database = await freshDatabase()
  const deps = await composeWorkerDeps(
    parseConfig({
      NODE_ENV: 'test',
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret of the tests, long enough to pass',
      STORAGE_FOLDER: '/nowhere',
      LOG_LEVEL: 'silent',
      ...world.harbour.environment(),
    }),
  )
  const worker = openHastyWorker({ deps, databaseUrl: database.url })
  return {
    deps,
    restore: () => copyDatabase(world.databaseUrl, database.url),
    workUntil: worker.workUntil,
    async [Symbol.asyncDispose]() {
      await worker.close()
      const { ledgers, held, treasuries, feeTreasuries, keepers } = deps
      for (const { stellar, xrpl } of [ledgers, held, treasuries, feeTreasuries, keepers]) {
        await stellar?.close()
        await xrpl?.close()
      }
      await deps.db.$disconnect()
      await database[Symbol.asyncDispose]()
    },
  }
}
