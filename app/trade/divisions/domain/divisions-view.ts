import type { Reader } from '#app/kernel/domain/reader.ts'
import type { DivisionAnswer, DivisionKind } from './division.ts'

export type DivisionView = {
  id: string
  kind: DivisionKind
  side: Reader
  /** Plain decimals, in whole units of the escrow's asset. */
  seller: string
  buyer: string
  words: string
  proposedAt: string
  /** Null while it is open. */
  answer: { kind: DivisionAnswer; at: string } | null
  mayAnswer: boolean
  mayWithdraw: boolean
}

export type DivisionsView = {
  /** Newest first. */
  divisions: DivisionView[]
  /** What the reader may propose now; null: nothing. */
  mayDivide: DivisionKind | null
  /** The reader's side; null: the reader is no party. */
  ownSide: Reader | null
}
