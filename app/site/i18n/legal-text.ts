/** The terms or the privacy policy, as its page shows it. */
import type { Wording } from '#app/accounts/domain/service-terms.ts'

/** `isSupplement`: the supplement put it there, or in the place of another wording. */
export type LegalParagraph = { text: string; isSupplement: boolean }

export type LegalText = {
  title: string
  /** The day of the version, ISO 8601. */
  updated: string
  version: string
  wording: Wording
  /** Which text prevails; null where this is that text. */
  prevails: string | null
  sections: { title: string; paragraphs: LegalParagraph[] }[]
}
