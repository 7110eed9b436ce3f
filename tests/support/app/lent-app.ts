/** How a browser test gets its Quayside: one lent from file to file, or one of its own. */
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
 * Borrows a stack that other files used before and will use afterwards, alone for now. Others may have left escrows,
 * cases, emails and money: use new email addresses, search lists for your own items, and compare balances with those
 * before. The demo accounts exist, have paid or not as their names say, and read English; a file that changes that
 * needs `openOwnApp`. No fault is on, and no limit is used up. `web`: starts another web app with these settings beside
 * the stack's.
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

/** Test stacks allow more tries than the product; this one does not. */
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

/** Uses up all tries of a limit per user for the next hour, so that the test does not depend on the machine's speed. */
export async function useUpTries(app: App, { limit, email }: { limit: LimitName; email: string }): Promise<void> {
  await app.query(
    `insert into rate_limit (key, points, expire)
     select $2 || ':' || id, 1000000, $3::bigint from "user" where email = $1
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [email, limit, Date.now() + 3_600_000],
  )
}
