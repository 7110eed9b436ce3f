/** Quayside's own terms: which ones new accounts accept, and by which acts people accept them (decision 106). */

/** The specification's version (§3, §9). Whoever accepted it keeps its wording. */
export const TERMS_VERSION = 'v1.0-2025-08-30'

/** What has been added to that version since, and its date. */
export const TERMS_SUPPLEMENT = 's1-2026-12-01'
export const SUPPLEMENT_DAY = '2026-12-01'

/** The texts that can be read: the first one, and the one with the supplement. */
export const WORDINGS = ['first', 'supplement'] as const
export type Wording = (typeof WORDINGS)[number]

/** Reads `?version=`: the version alone is the text as first accepted. */
export function wordingOf(asked: string | null): Wording {
  return asked === TERMS_VERSION ? 'first' : 'supplement'
}

/** The acts that accept the terms. Registering is one; existing accounts accept by the next of the others. */
export type TermsOccasion = 'registration' | 'opening' | 'accepting' | 'confirming'

/** Under which terms an escrow was opened. `supplement` null: the first wording. */
export type ServiceTerms = { version: string; supplement: string | null }

/** As an escrow's record has them. Nothing was stored before there was a supplement. */
export function openedUnder(recorded: { serviceTerms: string | null; serviceSupplement: string | null }): ServiceTerms {
  const { serviceTerms, serviceSupplement } = recorded
  return { version: serviceTerms ?? TERMS_VERSION, supplement: serviceSupplement }
}
