/**
 * In which order a ledger carries out its transactions. A real network draws it, so that nobody can choose a place: the
 * hashes are compared after each was mixed with that of the whole set (stellar-core, ApplyTxSorter).
 */
import { hash } from '@stellar/stellar-sdk'
import { outerHash } from '#harbour/horizon/engine/envelope.ts'
import type { Waiting } from '#harbour/horizon/engine/queue.ts'

/** Puts the hashes (hex, in the order of submission) of a ledger's transactions in the order in which they are done. */
export type Arrange = (hashes: readonly string[], ledger: number) => readonly string[]

/** The order that follows from the ledger and what is in it: nobody's choice, and the same whenever it is asked for. */
export const drawOrder: Arrange = (hashes, ledger) => {
  const set = hash(`${ledger} ${[...hashes].sort().join(' ')}`)
  const mixed = (text: string) => Buffer.from(text, 'hex').map((byte, index) => byte ^ (set[index] ?? 0))
  return [...hashes].sort((left, right) => Buffer.compare(mixed(left), mixed(right)))
}

/** As they were submitted, for tests in which one comes after the other. */
export const asSubmitted: Arrange = (hashes) => hashes

export function inOrder(waiting: readonly Waiting[], arrange: Arrange, ledger: number): Waiting[] {
  const byHash = new Map(waiting.map((candidate) => [outerHash(candidate.envelope), candidate]))
  return arrange([...byHash.keys()], ledger)
    .map((hash) => byHash.get(hash))
    .filter((candidate) => candidate !== undefined)
}
