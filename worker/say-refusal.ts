/** A start that is refused for its settings, written down where the processes that run can read it: they write to the operators. */
import { readDatabaseUrl } from '#app/config.server.ts'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { sayRefusedStart } from '#app/ops/workflows/say-refused-start.server.ts'

/** Does nothing where the address of the database is not known. Never throws. */
export async function sayRefusedSettings(
  env: Parameters<typeof readDatabaseUrl>[0],
  said: { id: string; refusal: string },
): Promise<void> {
  try {
    const url = readDatabaseUrl(env)
    if (url !== null) await sayRefusedStart(openDatabase({ url, connections: 1 }), said)
  } catch {
    // It is wrong, too: the sentence on standard error names it.
  }
}
