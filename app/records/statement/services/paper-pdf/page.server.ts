/** Puts lines of text on the pages of a PDF, with the structure that screen readers need. */
import { NEXT_TOP, PAGE, type Style } from './styles.ts'
import type { Letters, PageLayout, TextLine, TypeSetter } from './type-setter.server.ts'

/** A column of a row; `tag` is its element in the document's structure. */
export type Cell = {
  tag: 'TH' | 'TD' | 'P' | 'H1' | 'H2' | 'H3'
  /** From the edge at which lines begin, as if that were the left one. */
  start: number
  width: number
  lines: TextLine[]
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
  readonly #doc: PDFKit.PDFDocument
  readonly #setter: TypeSetter
  readonly #direction: Letters['direction']
  readonly #open: Structure[]

  /** `doc` has one empty page and buffers its pages until the end. */
  constructor(doc: PDFKit.PDFDocument, { setter, letters }: { setter: TypeSetter; letters: Letters }) {
    this.#doc = doc
    this.#setter = setter
    this.#direction = letters.direction
    const root = doc.struct('Document')
    doc.addStructure(root)
    this.#open = [root]
  }

  /** Puts everything that `draw` draws into an element of the document's structure. */
  within(type: 'Sect' | 'Table' | 'TR', draw: () => void): void {
    const element = this.#doc.struct(type)
    this.#parent().add(element)
    this.#open.push(element)
    draw()
    this.#open.pop()
    element.end()
  }

  /** Only decoration: lines, backgrounds, page numbers. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact')
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  get hasLeftOut(): boolean {
    return this.#setter.hasLeftOut
  }

  layOut(text: string, layout: PageLayout): TextLine[] {
    return this.#setter.layOut(text, layout)
  }

  /** The left edge of something of this width; `start` is counted from the edge at which lines begin. */
  leftOf({ start, width }: { start: number; width: number }): number {
    return this.#direction === 'ltr' ? start : PAGE.width - start - width
  }

  /** Begins a new page unless this height fits. Returns whether it has begun one. */
  keep(height: number): boolean {
    const turns = this.y + height > PAGE.bottom && this.y > NEXT_TOP
    if (turns) {
      this.#doc.addPage()
      this.y = NEXT_TOP
    }
    return turns
  }

  /** Draws cells side by side, below a rule if set. A row that fits a page is not split; others break by lines. */
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

  /** Decorative text at any place; from `start` on, or up to `end`. */
  print(
    text: string,
    { style, top, ...at }: { style: Style; top: number } & ({ start: number } | { end: number }),
  ): void {
    for (const line of this.layOut(text, { style, width: Number.POSITIVE_INFINITY })) {
      const width = this.#setter.widthOf(line)
      const left = this.leftOf({ start: 'start' in at ? at.start : at.end - width, width })
      this.#setter.write(line, { left, baseline: baselineOf({ top, height: style.leading, size: style.size }) })
    }
  }

  /** Ends the structure; call it last. */
  end(): void {
    this.#parent().end()
  }

  #parent(): Structure {
    const parent = this.#open.at(-1)
    if (!parent) throw new Error('the structure of the document is closed')
    return parent
  }

  #element(tag: Cell['tag']): Structure {
    // The types lack `scope`.
    const options: { title?: string; scope?: string } = tag === 'TH' ? { scope: 'Row' } : {}
    const element = this.#doc.struct(tag, options)
    this.#parent().add(element)
    return element
  }

  #draw(line: TextLine, { cell, element, at }: { cell: Cell; element: Structure; at: LineBox }): void {
    const { href } = line
    const width = this.#setter.widthOf(line)
    const left = this.leftOf({ start: cell.isAtEnd ? cell.start + cell.width - width : cell.start, width })
    const owner = this.#ownerOf(line, element)
    const content = this.#doc.markStructureContent(href === undefined ? cell.tag : 'Link')
    this.#setter.write(line, { left, baseline: baselineOf(at) })
    this.#doc.endMarkedContent()
    owner.add(content)
    if (owner === element) return
    if (href !== undefined) {
      // The types lack `structParent`.
      const options: PDFKit.Mixins.AnnotationOption & { structParent: Structure } = { structParent: owner }
      this.#doc.link(left, at.top, width, at.height, href, options)
    }
    owner.end()
  }

  /**
   * The structure element of a line: its own one for a link, or where the drawing order differs from the reading order.
   * Then it carries the text in reading order for screen readers. Readers that know how PDFs store right-to-left text
   * would reverse the page's text.
   */
  #ownerOf({ reads, pieces, href }: TextLine, element: Structure): Structure {
    const actual = pieces.some(({ direction }) => direction === 'rtl') ? reads : undefined
    if (actual === undefined && href === undefined) return element
    const own = this.#doc.struct(href === undefined ? 'Span' : 'Link', { actual })
    element.add(own)
    return own
  }
}

type LineBox = { top: number; height: number; size: number }

/** All text of a line shares one baseline, whatever its size. */
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
