/** Papers that others cannot read: locked, damaged, or beyond what browsers draw (decision 129). */
import type { FileTrouble } from '#app/kernel/domain/file-kind.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'

/** The refusal of a file that nobody can read, with the remedy for it. `field`: of the form that it was sent with. */
export function refuseUnreadable(file: { field: string; fileName: string; trouble: FileTrouble }): Refusal {
  const { field, fileName, trouble } = file
  return refuse(`file_${trouble}`, { field, values: { fileName } })
}

type Paper = { trouble: FileTrouble | null; acceptedAt: Date | string | null }

/** Nobody can read it, as far as we know, and the buyer has not said that it is taken as it is. */
export function isUnreadable<Of extends Paper>(paper: Of): paper is Of & { trouble: FileTrouble } {
  return paper.trouble !== null && paper.acceptedAt === null
}
