import { provePassword } from '#app/accounts/workflows/own/prove-password.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { addDataExport } from '#app/settings/db/data-exports.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Long enough for a slow line, short enough for a browser that is left open. */
const EXPORT_LIFE_MS = 60 * 60_000

/** Lets a signed-in person fetch everything that is kept of them, for an hour. Refusal: password_wrong. */
export async function askForExport(
  deps: Deps,
  { userId, password }: { userId: string; password: string },
): Promise<null | Refusal> {
  const owner = await provePassword(deps, { userId, password })
  if (isRefusal(owner)) return owner
  const askedAt = deps.clock.now()
  const asked = { id: deps.newId(), userId, askedAt, expiresAt: new Date(askedAt.getTime() + EXPORT_LIFE_MS) }
  await inTransaction(deps.db, async (tx) => {
    await addDataExport(tx, asked)
    await writeEvent(tx, { kind: 'data_export_asked', at: askedAt, userId, detail: { exportId: asked.id } })
  })
  return null
}

/** Records that it was fetched, before anything is sent. */
export async function noteExportTaken(deps: Deps, { userId, id }: { userId: string; id: string }): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    writeEvent(tx, { kind: 'data_export_taken', at: deps.clock.now(), userId, detail: { exportId: id } }),
  )
}
