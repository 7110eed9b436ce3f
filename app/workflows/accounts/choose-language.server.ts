import { storeLanguage } from '#app/db/accounts/users.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Keeps a person's language: the pages of all their browsers and every letter from now on are in it (product.md §9). */
export async function chooseLanguage(deps: Deps, choice: { userId: string; language: string }): Promise<void> {
  const { userId, language } = choice
  await inTransaction(deps.db, async (tx) => {
    if (!(await storeLanguage(tx, choice))) return
    await writeEvent(tx, { kind: 'language_changed', at: deps.clock.now(), userId, detail: { to: language } })
  })
}
