import type { LimitName } from '#app/kernel/web/limits/limits.ts'
import { countTry } from './limits.server.ts'

/** Counts one try. Null: go on. Else the minutes to wait, for a page that says so. A null key is not counted. */
export async function minutesToWait(limit: LimitName, key: string | null): Promise<number | null> {
  if (key === null) return null
  try {
    await countTry(limit, key)
    return null
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 429) throw error
    const seconds = Number(error.headers.get('Retry-After'))
    return Math.max(1, Math.ceil(seconds / 60))
  }
}
