/** What was asked for, and what of it is there. */
import { DOCUMENT_TYPES, type DocumentType } from '#app/escrow/domain/document-types.ts'

/** What is asked for and not there, in the order in which pages show it. Shipment images are asked for by nobody. */
export function missingOf(asked: readonly DocumentType[], presented: readonly string[]): DocumentType[] {
  return DOCUMENT_TYPES.filter((type) => asked.includes(type) && !presented.includes(type))
}

/**
 * Everything that was asked for is there, and something is: where nothing was asked for, a confirmation with empty hands is no
 * presentation all the same. Only a complete one is accepted by silence.
 */
export function isComplete(asked: readonly DocumentType[], presented: readonly string[]): boolean {
  return presented.length > 0 && missingOf(asked, presented).length === 0
}
