/** Lays out text in lines and writes them: fonts, directions and widths. The caller decides where lines go. */
import {
  type Direction,
  directionByLetters,
  type Piece,
  piecesOf,
  readParagraph,
} from '#app/records/statement/services/text/bidi.ts'
import { breakLines } from '#app/records/statement/services/text/lines.ts'
import { toPrintable } from '#app/records/statement/services/text/printable.ts'
import { canDraw, splitRuns, type TextPart, textPartsOf, toLayout } from '#app/records/statement/services/text/runs.ts'
import { type Face, openForDocument, type PaperFont, type PaperFonts } from './fonts.server.ts'
import { leadingFor, type Style } from './styles.ts'

/** `reads`: the text in reading order, with the space behind it. `pieces`: from left to right as drawn. */
export type TextLine = { reads: string; pieces: Piece[]; style: Style; href?: string }

/** `direction`: the document's by default. */
export type PageLayout = { style: Style; width: number; direction?: Direction | 'by letters' }

/** BCP 47, and where lines begin. */
export type Letters = { language: string; direction: Direction }

export class TypeSetter {
  /** Some characters could not be printed. */
  hasLeftOut = false
  readonly #doc: PDFKit.PDFDocument
  readonly #fonts: PaperFonts
  readonly #letters: Letters

  constructor(doc: PDFKit.PDFDocument, { fonts, letters }: { fonts: PaperFonts; letters: Letters }) {
    this.#doc = doc
    this.#fonts = fonts
    this.#letters = letters
    for (const font of new Set(Object.values(fonts).flat())) {
      // The types do not know that it accepts an opened font.
      doc.registerFont(font.name, openForDocument(font) as unknown as PDFKit.Mixins.PDFFontSource)
    }
  }

  layOut(text: string, { style: wanted, width, direction = this.#letters.direction }: PageLayout): TextLine[] {
    const style = { ...wanted, leading: leadingFor(wanted, this.#letters.language) }
    const fonts = this.#fonts[style.face]
    const { paragraphs, isWhole } = toPrintable(text, (grapheme) => fonts.some((font) => canDraw(font, grapheme)))
    this.hasLeftOut ||= !isWhole
    const measure = (part: string) => this.#measure(part, style)
    return paragraphs.flatMap((steered) => {
      const own = direction === 'by letters' ? directionByLetters(steered, this.#letters.direction) : direction
      const paragraph = readParagraph(steered, own)
      return breakLines(paragraph.text, { width, measure }).map((span, index, spans) => ({
        reads: paragraph.text.slice(span.start, spans[index + 1]?.start),
        pieces: piecesOf(paragraph, span),
        style,
      }))
    })
  }

  /** In drawing order from left to right, as PDF readers expect for every language. */
  write({ pieces, style }: TextLine, { left, baseline }: { left: number; baseline: number }): void {
    let x = left
    for (const { text, direction } of pieces) {
      const parts = this.#parts(text, style)
      for (const { font, ...part } of direction === 'ltr' ? parts : parts.reverse()) {
        this.#use(font, style)
        this.#doc.fillColor(style.color)
        this.#writePart(part, { direction, x, baseline })
        x += this.#doc.widthOfString(part.text)
      }
    }
  }

  #writePart(
    { text, reads }: TextPart,
    { direction, x, baseline }: { direction: Direction; x: number; baseline: number },
  ): void {
    if (reads) this.#doc.markContent('Span', { actual: reads })
    this.#doc.text(toLayout(text, direction), x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    if (reads) this.#doc.endMarkedContent()
  }

  /** In points. */
  widthOf({ pieces, style }: TextLine): number {
    return pieces.reduce((width, { text }) => width + this.#measure(text, style), 0)
  }

  #measure(text: string, style: Style): number {
    return this.#parts(text, style).reduce((width, part) => {
      this.#use(part.font, style)
      return width + this.#doc.widthOfString(part.text)
    }, 0)
  }

  /** In reading order. */
  #parts(text: string, { face }: Style): (TextPart & { font: PaperFont | undefined })[] {
    const runs = splitRuns(text, this.#fonts[face])
    return runs.flatMap(({ font, text: run }) => textPartsOf(run).map((part) => ({ font, ...part })))
  }

  #use(font: PaperFont | undefined, { size }: { size: number; face: Face }): void {
    if (font) this.#doc.font(font.name)
    this.#doc.fontSize(size)
  }
}
