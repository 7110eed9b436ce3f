/** Puts text on the pages of a PDF, line by line, and says what each piece is for those who have it read aloud. */
import type { Face, PaperFont, PaperFonts } from './fonts.server.ts'
import { breakLines, canDraw, splitRuns } from './lines.ts'
import { toPrintable } from './printable.ts'
import { NEXT_TOP, PAGE, type Style } from './styles.ts'

/** One line of text as it is drawn. */
export type Line = { text: string; style: Style; href?: string }

/** A column's part of a row; `tag` is its part in the document's structure. */
export type Cell = {
  tag: 'TH' | 'TD' | 'P' | 'H1' | 'H2' | 'H3'
  left: number
  width: number
  lines: Line[]
  isAtEnd?: boolean
}

export type Row = {
  cells: readonly Cell[]
  /** Above and below, in points. */
  gap: number
  /** The colour of the line above it. */
  rule?: string
}

type Structure = PDFKit.PDFStructureElement

export class PaperPages {
  /** Where the next line goes. */
  y = PAGE.top
  /** Something could not be printed. */
  hasLeftOut = false
  readonly #doc: PDFKit.PDFDocument
  readonly #fonts: PaperFonts
  readonly #open: Structure[]

  /** `doc` has one empty page and keeps its pages until the end. */
  constructor(doc: PDFKit.PDFDocument, fonts: PaperFonts) {
    this.#doc = doc
    this.#fonts = fonts
    for (const { name, file } of new Set(Object.values(fonts).flat())) doc.registerFont(name, Buffer.from(file))
    const root = doc.struct('Document')
    doc.addStructure(root)
    this.#open = [root]
  }

  /** Everything that `draw` draws belongs to an element of the document's structure. */
  within(type: 'Sect' | 'Table' | 'TR', draw: () => void): void {
    const element = this.#doc.struct(type)
    this.#parent().add(element)
    this.#open.push(element)
    draw()
    this.#open.pop()
    element.end()
  }

  /** What only decorates: lines, grounds, page numbers. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact')
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  /** `text` as lines of a style and a width. */
  layOut(text: string, { style, width }: { style: Style; width: number }): Line[] {
    const fonts = this.#fonts[style.face]
    const { paragraphs, isWhole } = toPrintable(text, (grapheme) => fonts.some((font) => canDraw(font, grapheme)))
    this.hasLeftOut ||= !isWhole
    const measure = (part: string) => this.#measure(part, style)
    return paragraphs
      .flatMap((paragraph) => breakLines(paragraph, { width, measure }))
      .map((line) => ({ text: line, style }))
  }

  /** Begins a new page unless there is room for a height. True: it has begun one. */
  keep(height: number): boolean {
    const turns = this.y + height > PAGE.bottom && this.y > NEXT_TOP
    if (turns) {
      this.#doc.addPage()
      this.y = NEXT_TOP
    }
    return turns
  }

  /**
   * Cells beside each other, below a line if they have one. A row stays on one page if a page can hold it; a longer one
   * goes on line by line.
   */
  row({ cells, gap, rule }: Row): void {
    const heights = lineHeights(cells)
    const height = rowHeight({ cells, gap, rule })
    if (height <= PAGE.bottom - NEXT_TOP) this.keep(height)
    if (rule) this.rule(rule)
    this.y += gap
    const elements = cells.map(({ tag }) => this.#element(tag))
    for (const [index, lineHeight] of heights.entries()) {
      this.keep(lineHeight)
      const size = Math.max(...cells.map(({ lines }) => lines[index]?.style.size ?? 0))
      const at = { top: this.y, height: lineHeight, size }
      for (const [column, cell] of cells.entries()) {
        const line = cell.lines[index]
        const element = elements[column]
        if (line && element) this.#draw(line, { cell, element, at })
      }
      this.y += lineHeight
    }
    for (const element of elements) element.end()
    this.y += gap
  }

  /** From edge to edge, where the next line goes. */
  rule(color: string, width = 0.6): void {
    this.decorate((doc) => {
      doc.moveTo(PAGE.left, this.y).lineTo(PAGE.right, this.y).lineWidth(width).stroke(color)
    })
  }

  /** A line of an artifact, at any place. */
  print({ text, style }: Line, { left, top, right }: { left?: number; right?: number; top: number }): void {
    const start = left ?? (right ?? 0) - this.#measure(text, style)
    this.#write(text, { style, left: start, baseline: baselineOf({ top, height: style.leading, size: style.size }) })
  }

  /** Ends the structure; call it when nothing more is drawn. */
  end(): void {
    this.#parent().end()
  }

  #parent(): Structure {
    const parent = this.#open.at(-1)
    if (!parent) throw new Error('the structure of the document is closed')
    return parent
  }

  #element(tag: Cell['tag']): Structure {
    // The types do not know `scope` yet.
    const options: { title?: string; scope?: string } = tag === 'TH' ? { scope: 'Row' } : {}
    const element = this.#doc.struct(tag, options)
    this.#parent().add(element)
    return element
  }

  #draw(line: Line, { cell, element, at }: { cell: Cell; element: Structure; at: LineBox }): void {
    const { text, style, href } = line
    const width = this.#measure(text, style)
    const left = cell.isAtEnd ? cell.left + cell.width - width : cell.left
    const link = href === undefined ? null : this.#doc.struct('Link')
    if (link) element.add(link)
    const content = this.#doc.markStructureContent(link ? 'Link' : cell.tag)
    this.#write(text, { style, left, baseline: baselineOf(at) })
    this.#doc.endMarkedContent()
    const owner = link ?? element
    owner.add(content)
    if (href === undefined) return
    // The types do not know `structParent` yet.
    const options: PDFKit.Mixins.AnnotationOption & { structParent: Structure } = { structParent: owner }
    this.#doc.link(left, at.top, width, at.height, href, options)
    owner.end()
  }

  #write(text: string, { style, left, baseline }: { style: Style; left: number; baseline: number }): void {
    let x = left
    for (const run of splitRuns(text, this.#fonts[style.face])) {
      this.#use(run.font, style)
      this.#doc.fillColor(style.color).text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      x += this.#doc.widthOfString(run.text)
    }
  }

  #measure(text: string, style: Style): number {
    return splitRuns(text, this.#fonts[style.face]).reduce((width, run) => {
      this.#use(run.font, style)
      return width + this.#doc.widthOfString(run.text)
    }, 0)
  }

  #use(font: PaperFont | undefined, { size }: { size: number; face: Face }): void {
    if (font) this.#doc.font(font.name)
    this.#doc.fontSize(size)
  }
}

type LineBox = { top: number; height: number; size: number }

/** Everything in a line stands on one line, whatever its size. */
function baselineOf({ top, height, size }: LineBox): number {
  return top + height / 2 + size * 0.34
}

/** In points, with its gaps. */
export function rowHeight({ cells, gap }: Row): number {
  return lineHeights(cells).reduce((sum, height) => sum + height, 2 * gap)
}

function lineHeights(cells: readonly Cell[]): number[] {
  const count = Math.max(...cells.map(({ lines }) => lines.length))
  return Array.from({ length: count }, (_, index) =>
    Math.max(...cells.map(({ lines }) => lines[index]?.style.leading ?? 0)),
  )
}
