/** Draws a document: its head, its sections, and the foot of every page. */
import {
  inOneLine,
  type Paper,
  type PaperBlock,
  type PaperEntry,
  type PaperFact,
  type PaperSection,
} from '#app/records/statement/domain/paper.ts'
import { drawEvents } from './draw-events.server.ts'
import { factLinesOf, factRows } from './fact-rows.server.ts'
import { type Cell, type PaperPages, type Row, rowHeight } from './page.server.ts'
import { FULL_WIDTH, INK, PAGE, RUNNING_HEAD, STYLES, type Style } from './styles.ts'

const ROW_GAP = 4
const ENTRY_GAP = 8
/** In points: this much of an entry stays on one page. */
const MOST_KEPT = 200
/** Of a section with its margins; slightly more in scripts with tall letters. */
const HEADING_HEIGHT = 31
/** About two rows. */
const FEW_ROWS = 50

export function drawPaper(pages: PaperPages, paper: Paper): void {
  drawBrand(pages)
  paragraph(pages, { tag: 'H1', text: inOneLine(paper.title), style: STYLES.title })
  pages.y += 8
  drawStatus(pages, paper)
  pages.y += 10
  drawFacts(pages, paper.head)
  for (const section of paper.sections) drawSection(pages, section)
  if (pages.hasLeftOut) {
    pages.y += 14
    paragraph(pages, { tag: 'P', text: paper.unprintable, style: STYLES.muted })
  }
  pages.end()
}

/** What each page has besides; `page` is the open one. */
export function drawMargins(
  pages: PaperPages,
  { paper, page, all }: { paper: Paper; page: number; all: number },
): void {
  pages.decorate((doc) => {
    doc
      .moveTo(PAGE.left, PAGE.foot - 8)
      .lineTo(PAGE.right, PAGE.foot - 8)
      .lineWidth(0.6)
      .stroke(INK.line)
    const style = STYLES.foot
    pages.print(paper.foot, { style, start: PAGE.left, top: PAGE.foot })
    pages.print(paper.pageLabel({ page, pages: all }), { style, end: PAGE.right, top: PAGE.foot })
    if (page === 1) return
    pages.print(paper.subject, { style, start: PAGE.left, top: RUNNING_HEAD })
    pages.print(inOneLine(paper.status.label), { style, end: PAGE.right, top: RUNNING_HEAD })
    doc
      .moveTo(PAGE.left, RUNNING_HEAD + 17)
      .lineTo(PAGE.right, RUNNING_HEAD + 17)
      .lineWidth(0.6)
      .stroke(INK.line)
  })
}

const MARK = 18

function drawBrand(pages: PaperPages): void {
  pages.decorate((doc) => {
    const unit = MARK / 64
    const left = pages.leftOf({ start: PAGE.left, width: MARK })
    doc.roundedRect(left, pages.y, MARK, MARK, 14 * unit).fill(INK.text)
    doc
      .lineWidth(6.5 * unit)
      .circle(left + 31 * unit, pages.y + 29 * unit, 15.5 * unit)
      .stroke(INK.paper)
    const quay = pages.y + 46.5 * unit
    doc
      .moveTo(left + 33 * unit, quay)
      .lineTo(left + 52 * unit, quay)
      .stroke(INK.brass)
    pages.print('Quayside', { style: STYLES.brand, start: PAGE.left + MARK + 7, top: pages.y })
  })
  pages.y += MARK + 22
}

function drawStatus(pages: PaperPages, { isFinal, status }: Paper): void {
  const ink = isFinal ? INK.final : INK.interim
  const inset = 12
  const width = FULL_WIDTH - 2 * inset
  const colored = (style: Style) => ({ ...style, color: ink.text })
  const lines = [
    ...pages.layOut(inOneLine(status.label), { style: colored(STYLES.status), width }),
    ...pages.layOut(status.text, { style: colored(STYLES.value), width }),
  ]
  const height = lines.reduce((sum, { style }) => sum + style.leading, 0) + 16
  pages.decorate((doc) => doc.roundedRect(PAGE.left, pages.y, FULL_WIDTH, height, 5).fill(ink.ground))
  pages.y += 8
  pages.row({ cells: [{ tag: 'P', start: PAGE.left + inset, width, lines }], gap: 0 })
  pages.y += 8
}

function drawSection(pages: PaperPages, { title, blocks }: PaperSection): void {
  pages.within('Sect', () => {
    pages.y += 20
    pages.keep(HEADING_HEIGHT + leadHeight(pages, blocks[0]))
    pages.rule(INK.text, 0.9)
    pages.y += 7
    paragraph(pages, { tag: 'H2', text: inOneLine(title), style: STYLES.section })
    pages.y += 3
    for (const block of blocks) drawBlock(pages, block)
  })
}

/** The height that a heading shares a page with: it must not stand alone at the end of one. */
function leadHeight(pages: PaperPages, block: PaperBlock | undefined): number {
  if (block?.kind === 'sums') {
    const { rows, sum } = sumsRows(pages, block)
    return [...rows, sum].reduce((height, row) => height + rowHeight(row), SUM_GAP)
  }
  const entry = block?.kind === 'entries' ? block.entries[0] : undefined
  return entry ? entryKeep(entryRows(pages, entry)) : FEW_ROWS
}

function drawBlock(pages: PaperPages, block: PaperBlock): void {
  switch (block.kind) {
    case 'facts':
      drawFacts(pages, block.facts)
      break
    case 'sums':
      drawSums(pages, block)
      break
    case 'entries':
      for (const entry of block.entries) drawEntry(pages, entry)
      break
    case 'events':
      drawEvents(pages, block)
      break
    case 'nothing':
      pages.y += ROW_GAP
      paragraph(pages, { tag: 'P', text: block.text, style: STYLES.label })
  }
}

function paragraph(pages: PaperPages, { tag, text, style }: { tag: Cell['tag']; text: string; style: Style }): void {
  const lines = pages.layOut(text, { style, width: FULL_WIDTH })
  pages.row({ cells: [{ tag, start: PAGE.left, width: FULL_WIDTH, lines }], gap: 0 })
}

type Sums = Extract<PaperBlock, { kind: 'sums' }>
const SUM_GAP = 6

/** The figures stay on one page with the sentence that adds them up. */
function drawSums(pages: PaperPages, block: Sums): void {
  const { rows, sum } = sumsRows(pages, block)
  drawTable(pages, rows)
  pages.y += SUM_GAP
  pages.row(sum)
}

function sumsRows(pages: PaperPages, { facts, sum }: Sums): { rows: Row[]; sum: Row } {
  const lines = pages.layOut(sum, { style: STYLES.muted, width: FULL_WIDTH })
  return {
    rows: factRows(pages, facts, { isAtEnd: true }),
    sum: { cells: [{ tag: 'P', start: PAGE.left, width: FULL_WIDTH, lines }], gap: 0 },
  }
}

function drawFacts(pages: PaperPages, facts: readonly PaperFact[]): void {
  drawTable(pages, factRows(pages, facts))
}

function drawTable(pages: PaperPages, rows: readonly Row[]): void {
  if (rows.length === 0) return
  pages.within('Table', () => {
    for (const row of rows) pages.within('TR', () => pages.row(row))
  })
}

const ASIDE_WIDTH = 220

function entryRows(pages: PaperPages, { title, aside, facts }: PaperEntry): { heading: Row; rows: Row[] } {
  const width = FULL_WIDTH - ASIDE_WIDTH
  const head: Cell = {
    tag: 'H3',
    start: PAGE.left,
    width,
    lines: pages.layOut(inOneLine(title), { style: STYLES.entry, width }),
  }
  const beside = aside && {
    tag: 'P' as const,
    start: PAGE.right - ASIDE_WIDTH,
    width: ASIDE_WIDTH,
    lines: factLinesOf(pages, { value: aside, width: ASIDE_WIDTH, isTotal: aside.kind === 'amount' }),
    isAtEnd: true,
  }
  const rows = factRows(pages, facts, { hasRuleAbove: true })
  return { heading: { cells: beside ? [head, beside] : [head], gap: 2 }, rows }
}

/** An entry stays on one page, unless it is long. */
function entryKeep({ heading, rows }: { heading: Row; rows: Row[] }): number {
  return Math.min(
    MOST_KEPT,
    [heading, ...rows].reduce((sum, row) => sum + rowHeight(row), ENTRY_GAP),
  )
}

function drawEntry(pages: PaperPages, entry: PaperEntry): void {
  const { heading, rows } = entryRows(pages, entry)
  pages.keep(entryKeep({ heading, rows }))
  pages.y += ENTRY_GAP
  pages.row(heading)
  drawTable(pages, rows)
}
