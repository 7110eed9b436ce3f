/** Records a start refused for its settings, where running processes read it: they email the operators. */
import { readDatabaseUrl } from '#app/config.server.ts'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { sayRefusedStart } from '#app/ops/workflows/say-refused-start.server.ts'

/** Does nothing without the address of the database. Never throws. */
export async function sayRefusedSettings(
  env: Parameters<typeof readDatabaseUrl>[0],
  said: { id: string; refusal: string },
): Promise<void> {
  try {
    const url = readDatabaseUrl(env)
    if (url !== null) await sayRefusedStart(openDatabase({ url, connections: 1 }), said)
  } catch {
    // The address is wrong, too: the sentence on standard error says so.
  }
}
