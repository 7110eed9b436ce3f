/** What a discrepancy notice names, and what a later one can no longer name (UCP 600, articles 14 and 16). */
import type { PresentedType } from './documents.ts'

/** Reasons of trade practice, in form order; `other` requires words. */
export const DISCREPANCIES = [
  'conflicting_data',
  'original_missing',
  'presented_late',
  'shipped_late',
  'wrong_party',
  'short_quantity',
  'insurance_low',
  'not_as_agreed',
  'unsigned',
  'unreadable',
  'other',
] as const
export type Discrepancy = (typeof DISCREPANCIES)[number]

/** A named document and what is wrong with it. Both lists empty: only the general reason applies. */
export type Mark = { type: PresentedType; reasons: readonly Discrepancy[]; words: string }

/** `marks` empty: the notice is about the whole presentation. */
export type DiscrepancyNotice = { reason: string; marks: readonly Mark[] }

export type ExaminedFile = { type: PresentedType; sha256: string }
export type Examined = { files: readonly ExaminedFile[]; notice: DiscrepancyNotice }

/** True if the notice says of a single document what is wrong, beyond the general reason. */
export function isMarked({ marks }: DiscrepancyNotice): boolean {
  return marks.some(({ reasons, words }) => reasons.length > 0 || words !== '')
}

/** Returns the first document with the reason `other` but without words. Null: none. */
export function lacksWords({ marks }: DiscrepancyNotice): PresentedType | null {
  return marks.find(({ reasons, words }) => reasons.includes('other') && words === '')?.type ?? null
}

export function isSameDiscrepancyNotice(one: DiscrepancyNotice, other: DiscrepancyNotice): boolean {
  return one.reason === other.reason && wordOf(one) === wordOf(other)
}

function wordOf({ marks }: DiscrepancyNotice): string {
  const said = marks.map(({ type, reasons, words }) => [
    type,
    DISCREPANCIES.filter((code) => reasons.includes(code)),
    words,
  ])
  return JSON.stringify(said.sort())
}

/**
 * Returns what `next` names although the last binding notice about the same files did not: a document, or the general
 * `reason`. Null: nothing. About a file that was presented before, a notice may repeat the last one or say less, not
 * more. `before`: oldest first.
 */
export function namedTooLate(before: readonly Examined[], next: Examined): PresentedType | 'reason' | null {
  const whole = before.findLast(({ files }) => isSameFiles(files, next.files))
  if (whole && next.notice.reason !== whole.notice.reason) return 'reason'
  const types = new Set([...next.files, ...next.notice.marks].map(({ type }) => type))
  for (const type of types) {
    if (!isMeant(next.notice, type)) continue
    const isThere = next.files.some((file) => file.type === type)
    const last = isThere ? before.findLast(({ files }) => isUnchanged(type, { files, next: next.files })) : whole
    if (last && !isWithin(markOf(next.notice, type), last.notice)) return type
  }
  return null
}

function isMeant({ marks }: DiscrepancyNotice, type: PresentedType): boolean {
  return marks.length === 0 || marks.some((mark) => mark.type === type)
}

function markOf({ marks }: DiscrepancyNotice, type: PresentedType): Mark {
  return marks.find((mark) => mark.type === type) ?? { type, reasons: [], words: '' }
}

function isWithin(mark: Mark, last: DiscrepancyNotice): boolean {
  if (!isMeant(last, mark.type)) return false
  const named = markOf(last, mark.type)
  return (
    mark.reasons.every((reason) => named.reasons.includes(reason)) && (mark.words === '' || mark.words === named.words)
  )
}

function isUnchanged(
  type: PresentedType,
  { files, next }: { files: readonly ExaminedFile[]; next: readonly ExaminedFile[] },
): boolean {
  const known = new Set(files.filter((file) => file.type === type).map(({ sha256 }) => sha256))
  return next.every((file) => file.type !== type || known.has(file.sha256))
}

function isSameFiles(one: readonly ExaminedFile[], other: readonly ExaminedFile[]): boolean {
  const listOf = (files: readonly ExaminedFile[]) => files.map(({ type, sha256 }) => `${type} ${sha256}`).sort()
  return JSON.stringify(listOf(one)) === JSON.stringify(listOf(other))
}
