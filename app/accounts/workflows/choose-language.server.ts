import { storeLanguage } from '#app/accounts/db/users.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Stores a person's language: the pages of all their browsers and all later emails use it (product.md §9). */
export async function chooseLanguage(deps: Deps, choice: { userId: string; language: string }): Promise<void> {
  const { userId, language } = choice
  await inTransaction(deps.db, async (tx) => {
    if (!(await storeLanguage(tx, choice))) return
    await writeEvent(tx, { kind: 'language_changed', at: deps.clock.now(), userId, detail: { to: language } })
  })
}
