/** Encrypts secrets for the database with AES-256-GCM, bound to their owner: a copy in another row opens nothing. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `key`: 32 bytes; `of`: its owner, needed to open it again. Returns base64, another text each time. */
export function sealInBox(plain: Uint8Array, { key, of }: { key: Uint8Array; of: string }): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Null: sealed with another key or for another owner, or changed since. */
export function openBox(sealed: string, { key, of }: { key: Uint8Array; of: string }): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64')
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(of))
    decipher.setAuthTag(rest.subarray(0, TAG_BYTES))
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
