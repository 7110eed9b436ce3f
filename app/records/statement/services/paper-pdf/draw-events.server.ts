/** Draws the events, oldest first: a table whose head is repeated on each page. */
import type { PaperBlock, PaperEvent } from '#app/records/statement/domain/paper.ts'
import { factLinesOf } from './fact-rows.server.ts'
import { type PaperPages, type Row, rowHeight } from './page.server.ts'
import { FULL_WIDTH, INK, PAGE, STYLES } from './styles.ts'
import type { TextLine } from './type-setter.server.ts'

const EVENT_COLUMNS = { at: 108, by: 72 }
const EVENT_TEXT = {
  start: PAGE.left + EVENT_COLUMNS.at + 12,
  width: FULL_WIDTH - EVENT_COLUMNS.at - EVENT_COLUMNS.by - 24,
}
/** Details are below their event, up to the edge: a hash needs the room. */
const DETAIL_WIDTH = PAGE.right - EVENT_TEXT.start

export function drawEvents(pages: PaperPages, { heads, events }: Extract<PaperBlock, { kind: 'events' }>): void {
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

type EventLines = { at: TextLine[]; text: TextLine[]; by: TextLine[] }

function eventLines(pages: PaperPages, event: PaperEvent): EventLines {
  return {
    at: factLinesOf(pages, { value: event.at, width: EVENT_COLUMNS.at }),
    text: [
      ...pages.layOut(event.text, { style: STYLES.value, width: EVENT_TEXT.width }),
      ...event.detail.flatMap((value) => factLinesOf(pages, { value, width: DETAIL_WIDTH })),
    ],
    by: pages.layOut(event.by, { style: STYLES.label, width: EVENT_COLUMNS.by }),
  }
}

function eventRow(lines: EventLines, tag: 'TH' | 'TD'): Row {
  return {
    cells: [
      { tag, start: PAGE.left, width: EVENT_COLUMNS.at, lines: lines.at },
      { tag, ...EVENT_TEXT, lines: lines.text },
      { tag, start: PAGE.right - EVENT_COLUMNS.by, width: EVENT_COLUMNS.by, lines: lines.by },
    ],
    gap: 3,
  }
}

/** As decoration: screen readers have read the head already. */
function repeatHead(pages: PaperPages, heads: { at: string; text: string; by: string }): void {
  const style = STYLES.label
  pages.decorate(() => {
    pages.print(heads.at, { style, start: PAGE.left, top: pages.y })
    pages.print(heads.text, { style, start: EVENT_TEXT.start, top: pages.y })
    pages.print(heads.by, { style, start: PAGE.right - EVENT_COLUMNS.by, top: pages.y })
  })
  pages.y += style.leading + 3
}
