/** Runs in a thread of its own: laying out and drawing a document takes a second or more of CPU. */

import type { Language } from '#app/kernel/i18n/languages.ts'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import type { Paper } from '#app/records/statement/domain/paper.ts'
import type { FeeReceipt } from '#app/records/statement/domain/receipt.ts'
import type { Statement } from '#app/records/statement/domain/statement.ts'
import { writeReceipt } from '#app/records/statement/i18n/receipt-paper.ts'
import { writeStatement } from '#app/records/statement/i18n/statement-paper.ts'
import { printPaper } from '#app/records/statement/services/statement-pdf.server.ts'

export type PrintOrder = {
  language: Language
  origin: string
  of: { statement: Statement } | { receipt: FeeReceipt }
}

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
