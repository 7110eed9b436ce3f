/** Codes of authenticator apps: the only file that knows otplib. Secrets are sealed before they are stored. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { SecondFactors } from '#app/services/ports.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Clocks of phones go wrong by one step of thirty seconds (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30

/** `secret`: of this installation. Another one opens nothing that was sealed before; recovery codes go on working. */
export function openSecondFactors(secret: string): SecondFactors {
  const key = Buffer.from(hkdfSync('sha256', secret, 'quayside', 'second-factor', 32))
  return {
    newSecret: () => generateSecret(),

    seal(userId, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(userId))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },

    unseal(userId, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(userId))
        decipher.setAuthTag(rest.subarray(0, TAG_BYTES))
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    stepOf({ secret, code, at, after }) {
      const epoch = Math.floor(at.getTime() / 1000)
      const known = { secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS }
      const result = verifySync({ ...known, ...(after !== null && { afterTimeStep: after }) })
      return result.valid && 'timeStep' in result ? result.timeStep : null
    },

    setupLink: ({ secret, account }) => generateURI({ issuer: 'Quayside', label: account, secret }),
  }
}
