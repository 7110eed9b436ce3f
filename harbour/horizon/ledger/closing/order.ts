/**
 * Order in which a ledger applies transactions. Drawn, so that nobody can choose a place (stellar-core, ApplyTxSorter).
 */
import { hash } from '@stellar/stellar-sdk'
import { outerHash } from '#harbour/horizon/engine/envelope.ts'
import type { Waiting } from '#harbour/horizon/engine/queue.ts'

/** Puts the hashes (hex, in the order of submission) of a ledger's transactions in the order of application. */
export type Arrange = (hashes: readonly string[], ledger: number) => readonly string[]

/** Deterministic: follows from the ledger number and the set of hashes. */
export const drawOrder: Arrange = (hashes, ledger) => {
  const set = hash(`${ledger} ${[...hashes].sort().join(' ')}`)
  const mixed = (text: string) => Buffer.from(text, 'hex').map((byte, index) => byte ^ (set[index] ?? 0))
  return [...hashes].sort((left, right) => Buffer.compare(mixed(left), mixed(right)))
}

/** The order of submission, for tests in which one transaction comes after another. */
export const asSubmitted: Arrange = (hashes) => hashes

export function inOrder(waiting: readonly Waiting[], arrange: Arrange, ledger: number): Waiting[] {
  const byHash = new Map(waiting.map((candidate) => [outerHash(candidate.envelope), candidate]))
  return arrange([...byHash.keys()], ledger)
    .map((hash) => byHash.get(hash))
    .filter((candidate) => candidate !== undefined)
}
