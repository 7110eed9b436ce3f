/** What runs in a thread of its own: setting and drawing a paper takes a second or more of computing. */

import type { Paper } from '#app/domain/statement/paper.ts'
import type { FeeReceipt } from '#app/domain/statement/receipt.ts'
import type { Statement } from '#app/domain/statement/statement.ts'
import type { Language } from '#app/i18n/kernel/languages.ts'
import { statementTranslator } from '#app/i18n/languages/i18n.server.ts'
import { writeReceipt } from '#app/i18n/statement/receipt-paper.ts'
import { writeStatement } from '#app/i18n/statement/statement-paper.ts'
import { printPaper } from '#app/services/statement/statement-pdf.server.ts'

export type PrintOrder = {
  language: Language
  origin: string
  of: { statement: Statement } | { receipt: FeeReceipt }
}

/** The PDF's bytes. */
export default async function print(order: PrintOrder): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await printPaper(writePaper(order))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function writePaper({ of, ...order }: PrintOrder): Paper {
  const t = statementTranslator(order.language)
  return 'statement' in of
    ? writeStatement({ ...order, ...of, t })
    : writeReceipt({ ...order, ...of, t, en: statementTranslator('en') })
}
