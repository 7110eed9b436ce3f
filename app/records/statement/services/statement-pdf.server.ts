/** Documents as PDF. The drawing code is loaded with the first one, so that it does not delay the start of the app. */
import type { Readable } from 'node:stream'
import type { Paper } from '#app/records/statement/domain/paper.ts'
import { PAGE } from './paper-pdf/styles.ts'

/**
 * The document on A4, with the structure that screen readers need. The same document gives the same bytes. Pages are
 * buffered until the last is drawn, because each shows their number; that is a few kilobytes per page.
 */
export async function printPaper(paper: Paper): Promise<Readable> {
  const [{ default: PDFDocument }, { openPaperFonts }, { TypeSetter }, { PaperPages }, { drawMargins, drawPaper }] =
    await Promise.all([
      import('pdfkit'),
      import('./paper-pdf/fonts.server.ts'),
      import('./paper-pdf/type-setter.server.ts'),
      import('./paper-pdf/page.server.ts'),
      import('./paper-pdf/draw.server.ts'),
    ])
  const fonts = await openPaperFonts(textsOf(paper))
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: paper.language,
    displayTitle: true,
    info: {
      Title: paper.subject,
      Author: 'Quayside',
      Creator: 'Quayside',
      Producer: 'Quayside',
      CreationDate: paper.issuedAt,
      ModDate: paper.issuedAt,
    },
  })
  const pages = new PaperPages(doc, { setter: new TypeSetter(doc, { fonts, letters: paper }), letters: paper })
  drawPaper(pages, paper)
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    drawMargins(pages, { paper, page: index + 1, all: count })
  }
  doc.end()
  return doc
}

/** All texts of a document, and what the printer adds. */
function textsOf(paper: Paper): string[] {
  return [...stringsIn(paper), paper.pageLabel({ page: 1, pages: 1 }), 'Quayside 0123456789 […]']
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
