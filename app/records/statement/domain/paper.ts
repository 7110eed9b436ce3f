/** A document for a page and for a PDF: both show the same formatted text in the same order. */

/** Text in the reader's language, with English beside it where foreign offices read it. */
export type PaperWords = string | { own: string; english: string }

/** "Rechnungsnummer / Receipt number": both in one line, where a language cannot be marked. */
export function inOneLine(words: PaperWords): string {
  return typeof words === 'string' ? words : `${words.own} / ${words.english}`
}

export type PaperValue =
  | { kind: 'text'; text: PaperWords; isMuted?: boolean }
  /** Compared character by character; the page cuts it into groups of so many characters. */
  | { kind: 'code'; text: string; group?: 4 | 8 }
  | { kind: 'amount'; text: string }
  /** `iso` is the machine-readable time. */
  | { kind: 'time'; text: string; iso: string }
  | { kind: 'link'; text: string; href: string }

export type PaperFact = { label: PaperWords; values: PaperValue[]; isTotal?: boolean }

/** One item of a list: a payment, a document, a dispute. */
export type PaperEntry = { title: PaperWords; aside: PaperValue | null; facts: PaperFact[] }

export type PaperEvent = { at: PaperValue; text: string; by: string; detail: PaperValue[] }

export type PaperBlock =
  | { kind: 'facts'; facts: PaperFact[] }
  | { kind: 'entries'; entries: PaperEntry[] }
  /** `sum` says in one line that the figures add up. */
  | { kind: 'sums'; facts: PaperFact[]; sum: string }
  | { kind: 'events'; heads: { at: string; text: string; by: string }; events: PaperEvent[] }
  /** Instead of an empty list. */
  | { kind: 'nothing'; text: string }

export type PaperSection = { title: PaperWords; blocks: PaperBlock[] }

export type Paper = {
  /** BCP 47. */
  language: string
  direction: 'ltr' | 'rtl'
  title: PaperWords
  /** For the document's properties. */
  subject: string
  isFinal: boolean
  status: { label: PaperWords; text: string }
  head: PaperFact[]
  sections: PaperSection[]
  /** At the foot of every page. */
  foot: string
  /** "Page 2 of 3". */
  pageLabel: (place: { page: number; pages: number }) => string
  /** Says that characters were left out because none of our typefaces has them. */
  unprintable: string
  issuedAt: Date
}
