/** A document to be read on a page and printed as a PDF: the same words, ready to be read, in the same order on both. */

/** Words of the reader's language, and beside them the English of what is read by offices of another country. */
export type PaperWords = string | { own: string; english: string }

/** "Rechnungsnummer / Receipt number": both in one line, where a language cannot be marked. */
export function inOneLine(words: PaperWords): string {
  return typeof words === 'string' ? words : `${words.own} / ${words.english}`
}

export type PaperValue =
  | { kind: 'text'; text: PaperWords; isMuted?: boolean }
  /** What people compare character by character; the page cuts it into groups of so many characters. */
  | { kind: 'code'; text: string; group?: 4 | 8 }
  | { kind: 'amount'; text: string }
  /** `iso` is the moment for machines. */
  | { kind: 'time'; text: string; iso: string }
  | { kind: 'link'; text: string; href: string }

/** A label and what stands beside it, one below the other. */
export type PaperFact = { label: PaperWords; values: PaperValue[]; isTotal?: boolean }

/** One thing of several: a payment, a document, a dispute. */
export type PaperEntry = { title: PaperWords; aside: PaperValue | null; facts: PaperFact[] }

export type PaperEvent = { at: PaperValue; text: string; by: string; detail: PaperValue[] }

export type PaperBlock =
  | { kind: 'facts'; facts: PaperFact[] }
  | { kind: 'entries'; entries: PaperEntry[] }
  /** `sum` says in one line that the figures add up. */
  | { kind: 'sums'; facts: PaperFact[]; sum: string }
  | { kind: 'events'; heads: { at: string; text: string; by: string }; events: PaperEvent[] }
  /** Instead of what there is none of. */
  | { kind: 'nothing'; text: string }

export type PaperSection = { title: PaperWords; blocks: PaperBlock[] }

export type Paper = {
  /** BCP 47. */
  language: string
  /** Where its lines begin: at the left, or at the right. */
  direction: 'ltr' | 'rtl'
  title: PaperWords
  /** For the document's properties: what and whose it is. */
  subject: string
  isFinal: boolean
  status: { label: PaperWords; text: string }
  head: PaperFact[]
  sections: PaperSection[]
  /** At the foot of every page. */
  foot: string
  /** "Page 2 of 3". */
  pageLabel: (place: { page: number; pages: number }) => string
  /** What is said where characters had to be left out, because no typeface of ours has them. */
  unprintable: string
  issuedAt: Date
}
