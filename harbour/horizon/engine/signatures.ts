/**
 * Checks whether signatures carry enough weight (stellar-core, SignatureChecker), in this order: pre-authorized hashes,
 * hash preimages, keys, signed payloads. Counting stops at the weight: a superfluous signature makes the transaction
 * invalid.
 */
import { createPublicKey, verify } from 'node:crypto'
import { hash, Keypair, StrKey, xdr } from '@stellar/stellar-sdk'
import type { Account, Weighed } from '#harbour/horizon/ledger/account.ts'

type Match = (signature: xdr.DecoratedSignature) => boolean

export class SignatureCheck {
  readonly #hash: Uint8Array
  readonly #signatures: readonly xdr.DecoratedSignature[]
  readonly #used: Set<number> = new Set()
  /** Cache: each of up to a hundred operations may check the same key. */
  readonly #byKey: Map<string, Match> = new Map()

  constructor(transactionHash: Uint8Array, signatures: readonly xdr.DecoratedSignature[]) {
    this.#hash = transactionHash
    this.#signatures = signatures
  }

  /** Returns true if the signers reach the weight. At least one must have signed, even when the weight is 0. */
  reaches(signers: readonly Weighed[], needed: number): boolean {
    let total = 0
    for (const signer of signers) {
      if (!signer.key.startsWith('T')) continue
      if (!same(StrKey.decodePreAuthTx(signer.key), this.#hash)) continue
      total += signer.weight
      if (total >= needed) return true
    }
    for (const kind of [this.#revealedHash, this.#key, this.#payload]) {
      const waiting = signers.flatMap((signer) => {
        const match = kind(signer.key)
        return match === null ? [] : [{ match, weight: signer.weight }]
      })
      for (const [index, signature] of this.#signatures.entries()) {
        const found = waiting.findIndex(({ match }) => match(signature))
        const [signer] = found < 0 ? [] : waiting.splice(found, 1)
        if (signer === undefined) continue
        this.#used.add(index)
        total += signer.weight
        if (total >= needed) return true
      }
    }
    return false
  }

  allUsed(): boolean {
    return this.#used.size === this.#signatures.length
  }

  readonly #revealedHash = (key: string): Match | null => {
    if (!key.startsWith('X')) return null
    const expected = StrKey.decodeSha256Hash(key)
    return ({ hint, signature }) =>
      same(hint.value, expected.slice(-4)) && same(hash(Buffer.from(signature.value)), expected)
  }

  readonly #key = (key: string): Match | null => {
    if (!key.startsWith('G')) return null
    const known = this.#byKey.get(key)
    if (known) return known
    const pair = Keypair.fromPublicKey(key)
    const verified = new Map<xdr.DecoratedSignature, boolean>()
    const match: Match = (signed) => {
      if (!same(signed.hint.value, pair.signatureHint())) return false
      const isValid = verified.get(signed) ?? verifies(pair, this.#hash, signed.signature.value)
      verified.set(signed, isValid)
      return isValid
    }
    this.#byKey.set(key, match)
    return match
  }

  readonly #payload = (key: string): Match | null => {
    if (!key.startsWith('P')) return null
    const { ed25519, payload } = xdr.SignerKeyEd25519SignedPayload.fromXdr(StrKey.decodeSignedPayload(key))
    const pair = Keypair.fromPublicKey(StrKey.encodeEd25519PublicKey(ed25519.toBytes()))
    const tail = Buffer.alloc(4)
    tail.set(payload.slice(-4))
    const expected = pair.signatureHint().map((byte, index) => byte ^ (tail[index] ?? 0))
    return ({ hint, signature }) => same(hint.value, expected) && verifies(pair, payload, signature.value)
  }
}

/** Returns the account's signers and, unless its weight is 0, its own key. */
export function signersOf(account: Account): Weighed[] {
  const master = { key: account.address, weight: account.masterWeight }
  return account.masterWeight > 0 ? [...account.signers, master] : [...account.signers]
}

/** Node's Ed25519: the SDK's, in JavaScript, took 5 % of the CPU time of tests with ledgers. */
function verifies(pair: Keypair, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(pair.rawPublicKey()).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0
}

/** Returns a signer's key as StrKey: G…, T…, X… or P…. */
export function signerKeyOf(key: xdr.SignerKey): string {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return StrKey.encodeEd25519PublicKey(key.ed25519.toBytes())
    case 'signerKeyTypePreAuthTx':
      return StrKey.encodePreAuthTx(key.preAuthTx.toBytes())
    case 'signerKeyTypeHashX':
      return StrKey.encodeSha256Hash(key.hashX.toBytes())
    case 'signerKeyTypeEd25519SignedPayload':
      return StrKey.encodeSignedPayload(key.ed25519SignedPayload.toXdr())
  }
}
