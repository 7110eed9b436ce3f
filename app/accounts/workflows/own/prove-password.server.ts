import { findOwnPassword } from '#app/accounts/db/users.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Checks a signed-in person's password, before anything by which an account could be lost. Refusal: password_wrong. */
export async function provePassword(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { userId, password }: { userId: string; password: string },
): Promise<{ name: string; email: string; emailConfirmedAt: Date | null } | Refusal> {
  const known = await findOwnPassword(db, userId)
  if (!(await passwords.matches(password, known?.hash ?? null)) || !known) {
    return refuse('password_wrong', { field: 'password' })
  }
  const { name, email, emailConfirmedAt } = known
  return { name, email, emailConfirmedAt }
}
