import type { Problem } from './error-summary.tsx'

/** An action's answer to a form that it refused: the sentences, and what was typed (never a password or a file). */
export type RefusedForm = { problems: Problem[]; values: Record<string, string> }

export type ShownAgain = ReturnType<typeof shownAgain>

/** What the fields of a form show again after a refusal; empty before one. */
export function shownAgain(refused: RefusedForm | null | undefined) {
  const problems = refused?.problems ?? []
  return {
    problems,
    error: (field: string): string | null => problems.find((problem) => problem.field === field)?.text ?? null,
    /** What was typed; undefined before the form was sent, so that a preset applies. */
    typed: (field: string): string | undefined => refused?.values[field],
  }
}
