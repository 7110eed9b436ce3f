import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'

/** What somebody waits for news of: an escrow, or the fee of a person (by the id of the escrow, of the person). */
export type Subject = { kind: 'escrow' | 'fee'; id: string }

const NAME = /^(escrow|fee):(.+)$/

/** As the database tells it, and as pages ask for it. */
export function nameOf({ kind, id }: Subject): string {
  return `${kind}:${id}`
}

/** Null for what is no name of a subject. */
export function readSubject(name: string): Subject | null {
  const [, kind, id = ''] = NAME.exec(name) ?? []
  if ((kind !== 'escrow' && kind !== 'fee') || !looksLikeRowId(id)) return null
  return { kind, id: id.toLowerCase() }
}
