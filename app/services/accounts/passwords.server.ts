/** Password hashes: argon2id with the parameters that OWASP names. The only file that knows the library. */
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { Passwords } from '#app/services/ports.ts'

/** Kibibytes, passes, lanes. Argon2id is the library's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash takes 19 MiB and a core: more at once would slow every page. */
const AT_ONCE = 4
const LONGEST_QUEUE = 50

/** Too many people sign in at this moment; the page asks to try again. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy' as const
}

export function openPasswords(): Passwords & { isOutdated(hash: string): boolean } {
  const inTurn = takingTurns()
  // What an unknown user's password is compared with, so that both answers take as long. It matches nothing: the
  // password it was made from is random and forgotten.
  let nobodysHash: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password, COST)),

    async matches(password, stored) {
      const nobodys = stored === null
      nobodysHash ??= inTurn(() => hash(crypto.getRandomValues(new Uint8Array(32)), COST))
      const compared = stored ?? (await nobodysHash)
      const isSame = await inTurn(() => verify(compared, password))
      return isSame && !nobodys
    },

    /** Was the hash made with other parameters than today's? Then hash anew at the next sign-in. */
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
    },
  }
}

/** Runs at most AT_ONCE pieces of work at the same time; throws PasswordsBusy when too many wait. */
function takingTurns() {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= AT_ONCE) {
      if (waiting.length >= LONGEST_QUEUE) throw new PasswordsBusy('Too many passwords are being checked.')
      // Whoever finishes hands the turn over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
