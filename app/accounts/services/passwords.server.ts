/** Password hashes: argon2id with the parameters that OWASP names. The only file that uses argon2. */
import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { Passwords } from '#app/ports.ts'
import { guessesFor } from './password-guesses.server.ts'

/** Kibibytes, passes, lanes. Argon2id is the library's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash takes 19 MiB and a core: more at once would slow every page. */
const AT_ONCE = 4
const LONGEST_QUEUE = 50

/** Too many people sign in at this moment; the page asks to try again. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy' as const
}

export function openPasswords(): Passwords {
  const inTurn = takingTurns()
  // Compared with the password of an unknown user, so that both answers take as long. It matches nothing: the password
  // it was made from is random and discarded.
  let nobodysHash: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password, COST)),

    async matches(password, stored) {
      const nobodys = stored === null
      // A failure in a rush is not kept: otherwise it would fail every later call.
      nobodysHash ??= inTurn(() => hash(crypto.getRandomValues(new Uint8Array(32)), COST)).catch((error: unknown) => {
        nobodysHash = undefined
        throw error
      })
      const compared = stored ?? (await nobodysHash)
      const isSame = await inTurn(() => verify(compared, password))
      return isSame && !nobodys
    },

    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
    },

    guessesFor,
  }
}

/** Runs at most AT_ONCE hashes at the same time. Throws PasswordsBusy when too many wait. */
function takingTurns() {
  const limit = pLimit(AT_ONCE)
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.pendingCount >= LONGEST_QUEUE) throw new PasswordsBusy('Too many passwords are being checked.')
    return limit(work)
  }
}
