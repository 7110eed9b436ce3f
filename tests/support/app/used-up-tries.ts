/** Somebody who has tried too often, without trying: nobody counts how quickly a machine can. */
import type { LimitName } from '#app/web/kernel/http/limits.server.ts'
import type { App } from './app.ts'

/** As if this person had used up all tries of a limit that counts by user, for the next hour. */
export async function useUpTries(app: App, { limit, email }: { limit: LimitName; email: string }): Promise<void> {
  await app.query(
    `insert into rate_limit (key, points, expire)
     select $2 || ':' || id, 1000000, $3::bigint from "user" where email = $1
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [email, limit, Date.now() + 3_600_000],
  )
}
