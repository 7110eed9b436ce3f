/** The hashes of the audit log (docs/decisions/058). `check-script.ts` computes them for itself. */
import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '#app/kernel/domain/words/canonical-json.ts'
import type { Hash, Hashes } from '#app/records/audit/domain/hash-tree.ts'

function sha256(...parts: Uint8Array[]): Hash {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const text = (value: JsonValue) => Buffer.from(canonicalJson(value))

export type SealedEvent = {
  id: string
  kind: string
  at: Date
  escrowId: string | null
  userId: string | null
  detail: JsonValue
}

/** The part that an export may leave out: user and details. */
export function bodyOf({ userId, detail }: Pick<SealedEvent, 'userId' | 'detail'>): JsonValue {
  return { detail, user: userId }
}

/** Replaces an omitted body. The salt prevents guessing the body from its hash. */
export function bodyHash(event: Pick<SealedEvent, 'userId' | 'detail'>, salt: Uint8Array): Hash {
  return sha256(salt, text(bodyOf(event)))
}

/** What every export shows of an event. */
export function shownOf(event: SealedEvent, salt: Uint8Array): { [name: string]: string | null } {
  return {
    at: event.at.toISOString(),
    body: hex(bodyHash(event, salt)),
    escrow: event.escrowId,
    id: event.id,
    kind: event.kind,
  }
}

export function eventHash(event: SealedEvent, salt: Uint8Array): Hash {
  return sha256(text(shownOf(event, salt)))
}

export const NOTHING_BEFORE: Hash = Buffer.alloc(32)

/** The chain: SHA-256 over the hash before it and that of the event. */
export function follow(before: Hash, event: Hash): Hash {
  return sha256(before, event)
}

const [LEAF, PAIR] = [Buffer.of(0), Buffer.of(1)]

/** A leaf is the chain's hash at its place: a proof of it proves all places before it. */
export const TREE: Hashes = {
  leaf: (of) => sha256(LEAF, of),
  pair: (left, right) => sha256(PAIR, left, right),
}

export const SALT_BYTES = 16

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const isSameHash = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0
