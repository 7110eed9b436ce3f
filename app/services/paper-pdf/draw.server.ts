/** Draws a paper: its head, its sections, and the foot of every page. */
import type {
  Paper,
  PaperBlock,
  PaperEntry,
  PaperEvent,
  PaperFact,
  PaperSection,
  PaperValue,
} from '#app/domain/paper.ts'
import { type Cell, type Line, type PaperPages, type Row, rowHeight } from './page.server.ts'
import { INK, LABEL_WIDTH, PAGE, RUNNING_HEAD, STYLES, type Style, VALUE_LEFT } from './styles.ts'

const FULL_WIDTH = PAGE.right - PAGE.left
const VALUE_WIDTH = PAGE.right - VALUE_LEFT
const ROW_GAP = 4
const ENTRY_GAP = 8
/** As much of an entry stays on one page. */
const MOST_KEPT = 200
const HEADING_HEIGHT = 27
/** Two rows or so. */
const FEW_ROWS = 50

export function drawPaper(pages: PaperPages, paper: Paper): void {
  drawBrand(pages)
  paragraph(pages, { tag: 'H1', text: paper.title, style: STYLES.title })
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

/** What stands on every page besides; `page` is the one that is open now. */
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
    pages.print({ text: paper.foot, style }, { left: PAGE.left, top: PAGE.foot })
    pages.print({ text: paper.pageLabel({ page, pages: all }), style }, { right: PAGE.right, top: PAGE.foot })
    if (page === 1) return
    pages.print({ text: paper.subject, style }, { left: PAGE.left, top: RUNNING_HEAD })
    pages.print({ text: paper.status.label, style }, { right: PAGE.right, top: RUNNING_HEAD })
    doc
      .moveTo(PAGE.left, RUNNING_HEAD + 17)
      .lineTo(PAGE.right, RUNNING_HEAD + 17)
      .lineWidth(0.6)
      .stroke(INK.line)
  })
}

const MARK = 18

/** The mark of the icon, and the name. */
function drawBrand(pages: PaperPages): void {
  pages.decorate((doc) => {
    const unit = MARK / 64
    doc.roundedRect(PAGE.left, pages.y, MARK, MARK, 14 * unit).fill(INK.text)
    doc
      .lineWidth(6.5 * unit)
      .circle(PAGE.left + 31 * unit, pages.y + 29 * unit, 15.5 * unit)
      .stroke(INK.paper)
    const quay = pages.y + 46.5 * unit
    doc
      .moveTo(PAGE.left + 33 * unit, quay)
      .lineTo(PAGE.left + 52 * unit, quay)
      .stroke(INK.brass)
    pages.print({ text: 'Quayside', style: STYLES.brand }, { left: PAGE.left + MARK + 7, top: pages.y })
  })
  pages.y += MARK + 22
}

function drawStatus(pages: PaperPages, { isFinal, status }: Paper): void {
  const ink = isFinal ? INK.final : INK.interim
  const inset = 12
  const width = FULL_WIDTH - 2 * inset
  const colored = (style: Style) => ({ ...style, color: ink.text })
  const lines = [
    ...pages.layOut(status.label, { style: colored(STYLES.status), width }),
    ...pages.layOut(status.text, { style: colored(STYLES.value), width }),
  ]
  const height = lines.reduce((sum, { style }) => sum + style.leading, 0) + 16
  pages.decorate((doc) => doc.roundedRect(PAGE.left, pages.y, FULL_WIDTH, height, 5).fill(ink.ground))
  pages.y += 8
  pages.row({ cells: [{ tag: 'P', left: PAGE.left + inset, width, lines }], gap: 0 })
  pages.y += 8
}

function drawSection(pages: PaperPages, { title, blocks }: PaperSection): void {
  pages.within('Sect', () => {
    pages.y += 20
    pages.keep(HEADING_HEIGHT + leadHeight(pages, blocks[0]))
    pages.rule(INK.text, 0.9)
    pages.y += 7
    paragraph(pages, { tag: 'H2', text: title, style: STYLES.section })
    pages.y += 3
    for (const block of blocks) drawBlock(pages, block)
  })
}

/** A heading stands with what follows it, not alone at the end of a page. */
function leadHeight(pages: PaperPages, block: PaperBlock | undefined): number {
  const entry = block?.kind === 'entries' ? block.entries[0] : undefined
  return entry ? entryKeep(entryRows(pages, entry)) : FEW_ROWS
}

function drawBlock(pages: PaperPages, block: PaperBlock): void {
  switch (block.kind) {
    case 'facts':
      drawFacts(pages, block.facts)
      break
    case 'sums':
      drawFacts(pages, block.facts, true)
      pages.y += 6
      paragraph(pages, { tag: 'P', text: block.sum, style: STYLES.muted })
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
  pages.row({ cells: [{ tag, left: PAGE.left, width: FULL_WIDTH, lines }], gap: 0 })
}

type FactLook = { hasRuleAbove: boolean; isAtEnd: boolean }

function drawFacts(pages: PaperPages, facts: readonly PaperFact[], isAtEnd = false): void {
  drawTable(
    pages,
    facts.map((fact, index) => factRow(pages, { fact, look: { hasRuleAbove: index > 0, isAtEnd } })),
  )
}

function drawTable(pages: PaperPages, rows: readonly Row[]): void {
  if (rows.length === 0) return
  pages.within('Table', () => {
    for (const row of rows) pages.within('TR', () => pages.row(row))
  })
}

function factRow(pages: PaperPages, { fact, look }: { fact: PaperFact; look: FactLook }): Row {
  const { label, values, isTotal } = fact
  const style = isTotal ? STYLES.strong : STYLES.label
  const lines = values.flatMap((value) => linesOf(pages, { value, width: VALUE_WIDTH, isTotal }))
  return {
    cells: [
      { tag: 'TH', left: PAGE.left, width: LABEL_WIDTH, lines: pages.layOut(label, { style, width: LABEL_WIDTH }) },
      { tag: 'TD', left: VALUE_LEFT, width: VALUE_WIDTH, lines, isAtEnd: look.isAtEnd },
    ],
    gap: ROW_GAP,
    rule: look.hasRuleAbove ? (isTotal ? INK.text : INK.line) : undefined,
  }
}

const ASIDE_WIDTH = 220

/** Its heading, and the rows below. */
function entryRows(pages: PaperPages, { title, aside, facts }: PaperEntry): { heading: Row; rows: Row[] } {
  const width = FULL_WIDTH - ASIDE_WIDTH
  const head: Cell = { tag: 'H3', left: PAGE.left, width, lines: pages.layOut(title, { style: STYLES.entry, width }) }
  const beside = aside && {
    tag: 'P' as const,
    left: PAGE.right - ASIDE_WIDTH,
    width: ASIDE_WIDTH,
    lines: linesOf(pages, { value: aside, width: ASIDE_WIDTH, isTotal: aside.kind === 'amount' }),
    isAtEnd: true,
  }
  const rows = facts.map((fact) => factRow(pages, { fact, look: { hasRuleAbove: true, isAtEnd: false } }))
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

const EVENT_COLUMNS = { at: 108, by: 72 }
const EVENT_TEXT = {
  left: PAGE.left + EVENT_COLUMNS.at + 12,
  width: FULL_WIDTH - EVENT_COLUMNS.at - EVENT_COLUMNS.by - 24,
}
/** What belongs to an event stands below it, up to the edge: a hash needs the room. */
const DETAIL_WIDTH = PAGE.right - EVENT_TEXT.left

function drawEvents(pages: PaperPages, { heads, events }: Extract<PaperBlock, { kind: 'events' }>): void {
  const style = STYLES.label
  const label = (text: string) => pages.layOut(text, { style, width: EVENT_TEXT.width })
  const head = eventRow({ at: label(heads.at), text: label(heads.text), by: label(heads.by) }, 'TH')
  pages.within('Table', () => {
    pages.within('TR', () => pages.row(head))
    for (const event of events) {
      const row = eventRow(eventLines(pages, event), 'TD')
      if (pages.keep(rowHeight(row))) repeatHead(pages, heads)
      pages.within('TR', () => pages.row({ ...row, rule: INK.line }))
    }
  })
}

type EventLines = { at: Line[]; text: Line[]; by: Line[] }

function eventLines(pages: PaperPages, event: PaperEvent): EventLines {
  return {
    at: linesOf(pages, { value: event.at, width: EVENT_COLUMNS.at }),
    text: [
      ...pages.layOut(event.text, { style: STYLES.value, width: EVENT_TEXT.width }),
      ...event.detail.flatMap((value) => linesOf(pages, { value, width: DETAIL_WIDTH })),
    ],
    by: pages.layOut(event.by, { style: STYLES.label, width: EVENT_COLUMNS.by }),
  }
}

function eventRow(lines: EventLines, tag: 'TH' | 'TD'): Row {
  return {
    cells: [
      { tag, left: PAGE.left, width: EVENT_COLUMNS.at, lines: lines.at },
      { tag, ...EVENT_TEXT, lines: lines.text },
      { tag, left: PAGE.right - EVENT_COLUMNS.by, width: EVENT_COLUMNS.by, lines: lines.by },
    ],
    gap: 3,
  }
}

/** Those who have the table read aloud have heard it. */
function repeatHead(pages: PaperPages, heads: { at: string; text: string; by: string }): void {
  const style = STYLES.label
  pages.decorate(() => {
    pages.print({ text: heads.at, style }, { left: PAGE.left, top: pages.y })
    pages.print({ text: heads.text, style }, { left: EVENT_TEXT.left, top: pages.y })
    pages.print({ text: heads.by, style }, { left: PAGE.right - EVENT_COLUMNS.by, top: pages.y })
  })
  pages.y += style.leading + 3
}

function linesOf(
  pages: PaperPages,
  { value, width, isTotal = false }: { value: PaperValue; width: number; isTotal?: boolean },
): Line[] {
  const lines = pages.layOut(value.text, { style: styleOf(value, isTotal), width })
  return value.kind === 'link' ? lines.map((line) => ({ ...line, href: value.href })) : lines
}

function styleOf(value: PaperValue, isTotal: boolean): Style {
  switch (value.kind) {
    case 'code':
      return STYLES.code
    case 'link':
      return STYLES.link
    case 'text':
      return value.isMuted ? STYLES.muted : STYLES.value
    case 'amount':
      return isTotal ? STYLES.strong : STYLES.value
    case 'time':
      return STYLES.value
  }
}
