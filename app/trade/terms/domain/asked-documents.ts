import { DOCUMENT_TYPES, type DocumentType } from '#app/escrow/domain/document-types.ts'

/** Which requested documents are missing, in the order of the pages. Shipment images are never requested. */
export function missingOf(asked: readonly DocumentType[], presented: readonly string[]): DocumentType[] {
  return DOCUMENT_TYPES.filter((type) => asked.includes(type) && !presented.includes(type))
}

/** Complete: all requested documents are there, and at least one document. Only then silence can accept them. */
export function isComplete(asked: readonly DocumentType[], presented: readonly string[]): boolean {
  return presented.length > 0 && missingOf(asked, presented).length === 0
}
