import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { forgetTries } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'

/** Runs what asks a signed-in person for the password, within the limits of wrong passwords and of acts. */
export async function withinPasswordLimit<Done>(
  userId: string,
  act: () => Promise<Done | Refusal>,
): Promise<Done | Refusal | { minutes: number }> {
  const minutes = await minutesToWait('own_password_by_user', userId)
  if (minutes !== null) return { minutes }
  const often = await minutesToWait('own_act_by_user', userId)
  if (often !== null) return { minutes: often }
  const done = await act()
  if (!isRefusal(done) || done.refused !== 'password_wrong') await forgetTries('own_password_by_user', userId)
  return done
}
