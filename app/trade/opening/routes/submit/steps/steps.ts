/** The steps of drafting an escrow, and the fields of each (docs/decisions/135). */
import { fieldsIn } from '#app/escrow/domain/escrow-terms.ts'

export const SUBMIT_STEPS = ['trade', 'dates', 'check'] as const
export type SubmitStep = (typeof SUBMIT_STEPS)[number]
export type FilledStep = Exclude<SubmitStep, 'check'>

export const FIELDS: Record<FilledStep, readonly string[]> = { trade: fieldsIn('trade'), dates: fieldsIn('dates') }

/** Null: no such step. */
export function stepNamed(text: string | null): SubmitStep | null {
  return SUBMIT_STEPS.find((step) => step === text) ?? null
}

/** The step of a field. `check` without a field: such problems concern the opening itself. */
export function stepOf(field: string | undefined): SubmitStep {
  if (field === undefined) return 'check'
  return FIELDS.dates.includes(field) ? 'dates' : 'trade'
}

/** The earliest step with one of these problems. */
export function firstOf(problems: readonly { field?: string | undefined }[]): SubmitStep {
  const steps = problems.map(({ field }) => stepOf(field))
  return SUBMIT_STEPS.find((step) => steps.includes(step)) ?? 'check'
}

/** Number of earlier steps: 0 to 2. */
export function fieldPlaceOf(step: SubmitStep): number {
  return SUBMIT_STEPS.indexOf(step)
}

/** The requested step, or the last one that is reachable with `filled` completed steps. */
export function reachable(asked: SubmitStep | null, filled: number): SubmitStep {
  return SUBMIT_STEPS[Math.min(fieldPlaceOf(asked ?? 'trade'), filled)] ?? 'trade'
}

/** URL of a step; the form token stays the same. `next`: where the button leads instead of the next step. */
export function addressOf(step: SubmitStep, { token, next }: { token: string; next?: SubmitStep }): string {
  const query = new URLSearchParams({ form: token, step, ...(next && { next }) })
  return `/submit?${query}`
}
