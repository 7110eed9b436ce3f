import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'

/** What a page waits for: an escrow, or a person's fee. `id`: of the escrow or the person. */
export type NewsSubject = { kind: 'escrow' | 'fee'; id: string }

const NAME = /^(escrow|fee):(.+)$/

/** Name of the subject in notifications and requests. */
export function nameOf({ kind, id }: NewsSubject): string {
  return `${kind}:${id}`
}

/** Null: not a valid name. */
export function readSubject(name: string): NewsSubject | null {
  const [, kind, id = ''] = NAME.exec(name) ?? []
  if ((kind !== 'escrow' && kind !== 'fee') || !looksLikeRowId(id)) return null
  return { kind, id: id.toLowerCase() }
}
