import { storeLanguage } from '#app/db/accounts/users.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Keeps a person's language: the pages of all their browsers and every letter from now on are in it (product.md §9). */
export async function chooseLanguage(deps: Deps, choice: { userId: string; language: string }): Promise<void> {
  await storeLanguage(deps.db, choice)
}
