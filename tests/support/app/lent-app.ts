/** How a browser test comes by its Quayside: one that is lent from file to file, or one of its own. */
import { inject } from 'vitest'
import { z } from 'zod'
import type { LimitName } from '#app/kernel/web/limits/limits.ts'
import type { Environment } from '#scripts/launcher/environment.ts'
import type { Quayside } from '#scripts/launcher/quayside.ts'
import { type App, appAt } from './app.ts'
import { startStackOfTests, startWebBeside } from './stack-of-tests.ts'

const Lent = z.object({
  place: z.number(),
  origin: z.string(),
  harbourOrigin: z.string(),
  databaseUrl: z.string(),
  dataDir: z.string(),
})

/**
 * A stack that other files used before and will use after this one; nobody else uses it meanwhile. Its accounts may have
 * escrows, cases and letters of others, and the wallets hold what others left: so people of a test have addresses of
 * their own, lists are asked for what is looked for, and balances are compared with what they were before. The demo
 * accounts are there, have paid or not as their names say, and read English: a file that changes that needs `openOwnApp`.
 * No fault is switched on, and nobody has used up any tries. With `web`, a web app with these settings is started beside
 * that of the stack.
 */
export async function borrowApp({ web }: { web?: Environment } = {}): Promise<App> {
  const { lender } = inject('stacks')
  const answer = await fetch(`${lender}/stacks`, { method: 'POST' })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`No stack was lent: ${said}`)
  const { place, ...stack } = Lent.parse(JSON.parse(said))
  const beside = web && (await startWebBeside(stack, web))
  const app = appAt({ ...stack, ...(beside && { origin: beside.origin }) }, async () => {
    await beside?.stop()
    await fetch(`${lender}/stacks/${place}`, { method: 'DELETE' })
  })
  await app.query('delete from rate_limit')
  const close = async () => {
    await app.clearFaults()
    await app.close()
  }
  return { ...app, close }
}

/** Stacks of tests have more tries than people do; this one has as many. */
export async function asLimitedAsEverywhere(): Promise<AsyncDisposable & { app: App }> {
  const limited = await borrowApp({ web: { RATE_LIMIT_FACTOR: '1' } })
  return { app: limited, [Symbol.asyncDispose]: limited.close }
}

export type OwnApp = App & { worker: Quayside['worker']; dataDir: string }

/** A stack of this file's own, as new as after the first `npm start`. */
export async function openOwnApp({ env }: { env?: Environment } = {}): Promise<OwnApp> {
  const { address, worker, stop } = await startStackOfTests(inject('stacks'), env)
  return { ...appAt(address, stop), worker, dataDir: address.dataDir }
}

/** As if this person had used up all tries of a limit that counts by user, for the next hour: nobody counts how quick a machine is. */
export async function useUpTries(app: App, { limit, email }: { limit: LimitName; email: string }): Promise<void> {
  await app.query(
    `insert into rate_limit (key, points, expire)
     select $2 || ':' || id, 1000000, $3::bigint from "user" where email = $1
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [email, limit, Date.now() + 3_600_000],
  )
}
