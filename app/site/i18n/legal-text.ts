import type { Wording } from '#app/accounts/domain/service-terms.ts'

/** `isSupplement`: added or replaced by the supplement. */
export type LegalParagraph = { text: string; isSupplement: boolean }

export type LegalText = {
  title: string
  /** The day of the version, ISO 8601. */
  updated: string
  version: string
  wording: Wording
  /** Which text prevails. Null: this one. */
  prevails: string | null
  sections: { title: string; paragraphs: LegalParagraph[] }[]
}
