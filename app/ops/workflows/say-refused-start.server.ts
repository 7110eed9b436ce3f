/** Records why a worker does not start, so that running processes can read it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#app/kernel/db/client.server.ts'
import { sayRefusal } from '#app/ops/db/processes.server.ts'

/** The process ends anyway, and its log says why. */
const LIMIT_MS = 5_000

/** Never throws: an unavailable database must not keep the process from ending. */
export async function sayRefusedStart(db: Database, { id, refusal }: { id: string; refusal: string }): Promise<void> {
  const limit = delay(LIMIT_MS, undefined, { ref: false })
  await Promise.race([sayRefusal(db, { id, role: 'worker', refusal }), limit]).catch(() => undefined)
}
