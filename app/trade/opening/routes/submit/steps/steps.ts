/** The steps in which an escrow is drafted, and which field stands in which (docs/decisions/135). */
import { fieldsIn } from '#app/escrow/domain/escrow-terms.ts'

export const STEPS = ['trade', 'dates', 'check'] as const
export type Step = (typeof STEPS)[number]
/** In which something is filled in. */
export type FilledStep = Exclude<Step, 'check'>

export const FIELDS: Record<FilledStep, readonly string[]> = { trade: fieldsIn('trade'), dates: fieldsIn('dates') }

/** Null for what names none. */
export function stepNamed(text: string | null): Step | null {
  return STEPS.find((step) => step === text) ?? null
}

/** Where a field is typed; what belongs to no field is seen to where the escrow is opened. */
export function stepOf(field: string | undefined): Step {
  if (field === undefined) return 'check'
  return FIELDS.dates.includes(field) ? 'dates' : 'trade'
}

/** The step in which the first of these stands: there it is mended. */
export function firstOf(problems: readonly { field?: string | undefined }[]): Step {
  const steps = problems.map(({ field }) => stepOf(field))
  return STEPS.find((step) => steps.includes(step)) ?? 'check'
}

/** How many steps come before: 0 to 2. */
export function placeOf(step: Step): number {
  return STEPS.indexOf(step)
}

/** The step that is asked for, or the last one that may be shown when `filled` steps are filled in. */
export function reachable(asked: Step | null, filled: number): Step {
  return STEPS[Math.min(placeOf(asked ?? 'trade'), filled)] ?? 'trade'
}

/** The address of a step: its form keeps its number through all of them. `next`: where its button leads instead of the next step. */
export function addressOf(step: Step, { token, next }: { token: string; next?: Step }): string {
  const query = new URLSearchParams({ form: token, step, ...(next && { next }) })
  return `/submit?${query}`
}
