import {
  isEasilyGuessed,
  type PasswordOwner,
  passwordLengthProblem,
  wordsToTryFirst,
} from '#app/accounts/domain/password-rules.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Why this person may not have this password, or null. Refusals of the field `password`: password_too_short,
 * password_too_long, password_too_common.
 */
export async function checkNewPassword(
  { passwords }: Pick<Deps, 'passwords'>,
  { password, owner }: { password: string; owner: PasswordOwner },
): Promise<Refusal | null> {
  const field = 'password'
  const lengthProblem = passwordLengthProblem(password)
  if (lengthProblem) return refuse(lengthProblem, { field })
  const guesses = await passwords.guessesFor(password, wordsToTryFirst(owner))
  return isEasilyGuessed(password, guesses) ? refuse('password_too_common', { field }) : null
}
