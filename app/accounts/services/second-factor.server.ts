/** Codes of authenticator apps: the only file that uses otplib. Secrets are sealed before they are stored. */
import { hkdfSync } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { openBox, sealInBox } from '#app/kernel/services/sealed-box.server.ts'
import type { SecondFactors } from '#app/ports.ts'

/** Clocks of phones may be off by one step of thirty seconds (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30

/** `secret`: of this installation. Another one cannot open what was sealed before; recovery codes keep working. */
export function openSecondFactors(secret: string): SecondFactors {
  const key = Buffer.from(hkdfSync('sha256', secret, 'quayside', 'second-factor', 32))
  return {
    newSecret: () => generateSecret(),

    seal: (userId, plain) => sealInBox(Buffer.from(plain, 'utf8'), { key, of: userId }),
    unseal: (userId, sealed) => openBox(sealed, { key, of: userId })?.toString('utf8') ?? null,

    stepOf({ secret, code, at, after }) {
      const epoch = Math.floor(at.getTime() / 1000)
      const known = { secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS }
      const result = verifySync({ ...known, ...(after !== null && { afterTimeStep: after }) })
      return result.valid && 'timeStep' in result ? result.timeStep : null
    },

    setupLink: ({ secret, account }) => generateURI({ issuer: 'Quayside', label: account, secret }),
  }
}
