import type { AdminListName } from '#app/admin/domain/lists.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Export = { list: AdminListName | 'resellers'; typed: Record<string, string>; operatorId: string }

/** Records that an operator exported a list, and with which filter. */
export async function noteExport(deps: Deps, { list, typed, operatorId }: Export): Promise<void> {
  const asked = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const event = { kind: 'list_exported', at: deps.clock.now(), userId: operatorId, detail: { list, ...asked } } as const
  await inTransaction(deps.db, (tx) => writeEvent(tx, event))
}
