/**
 * What the frame that draws a PDF and the page around it tell each other. The frame has no origin, no cookies and no
 * network of its own: whatever it needs, the page hands in.
 */

/** From the frame. */
export type FrameMessage =
  /** It can take the file now. */
  | { kind: 'ready' }
  /** It needs a font, a character map or a decoder of pdf.js: `standard_fonts/LiberationSans-Regular.ttf`. */
  | { kind: 'need'; id: number; name: string }
  /** The document cannot be drawn: damaged, or locked with a password. */
  | { kind: 'failed'; why: 'password' | 'other' }

/** From the page. */
export type PageMessage =
  | { kind: 'file'; bytes: ArrayBuffer }
  /** Null where there is no such part. */
  | { kind: 'part'; id: number; bytes: ArrayBuffer | null }

/** Names of the data attributes in which the frame's document carries its sentences. */
export type FrameWords = {
  /** `Page {{page}} of {{pages}}` */
  page: string
  /** `The first {{shown}} of {{pages}} pages …` */
  more: string
  drawing: string
}

/** Pages after these are for the download. Each is a canvas, and memory is not endless. */
export const MOST_PAGES = 20
