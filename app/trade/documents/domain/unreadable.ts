/** Documents that others cannot read: locked, damaged, or too large for browsers to draw (decision 077). */
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'

/** The refusal of an unreadable file, with its remedy. `field`: the form field that sent it. */
export function refuseUnreadable(file: { field: string; fileName: string; trouble: FileDefect }): Refusal {
  const { field, fileName, trouble } = file
  return refuse(`file_${trouble}`, { field, values: { fileName } })
}

type Paper = { trouble: FileDefect | null; acceptedAt: Date | string | null }

/** True if the document is known to be unreadable and the buyer has not accepted it as it is. */
export function isUnreadable<Of extends Paper>(paper: Of): paper is Of & { trouble: FileDefect } {
  return paper.trouble !== null && paper.acceptedAt === null
}
