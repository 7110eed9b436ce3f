/** Seals secrets that release XRP Ledger escrows, for the database. Only the worker has the keys (ONCHAIN_SEALING_KEY). */

import { openBox, sealInBox } from '#app/kernel/services/sealed-box.server.ts'
import type { Fulfilments } from '#app/ports.ts'

/** 32 bytes each; the id is the prefix of everything that the key has sealed. */
type Key = { id: string; bytes: Uint8Array }

/** A fulfilment with its 32 secret bytes, as trade/onchain/domain/crypto-condition writes it. */
const FULFILMENT = /^A0228020([0-9A-F]{64})$/
const PREFIX = 'A0228020'

/** The first key seals, all of them open. Throws without a key. */
export function openFulfilments(keys: readonly Key[]): Fulfilments {
  const [first] = keys
  if (first === undefined) throw new Error('there is no key to seal with')
  return {
    seal(escrowId, fulfilment) {
      // Not quoted in the error: it may contain most of a secret.
      const secret = FULFILMENT.exec(fulfilment)?.[1]
      if (secret === undefined) throw new Error('what is to be sealed is no fulfilment')
      const key = { key: first.bytes, of: boundTo(escrowId, first) }
      return `${first.id}.${sealInBox(Buffer.from(secret, 'hex'), key)}`
    },
    unseal(escrowId, sealed) {
      const [id, box = ''] = sealed.split('.')
      const key = keys.find((known) => known.id === id)
      const secret = key && openBox(box, { key: key.bytes, of: boundTo(escrowId, key) })
      return secret?.length === 32 ? `${PREFIX}${secret.toString('hex').toUpperCase()}` : null
    },
  }
}

const boundTo = (escrowId: string, { id }: Key) => `held-fulfilment:${id}:${escrowId}`
