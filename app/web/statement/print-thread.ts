/** What runs in a thread of its own: setting and drawing a paper takes a second or more of computing. */

import type { Statement } from '#app/domain/statement/statement.ts'
import type { Language } from '#app/i18n/kernel/languages.ts'
import { statementTranslator } from '#app/i18n/languages/i18n.server.ts'
import { writeStatement } from '#app/i18n/statement/statement-paper.ts'
import { printPaper } from '#app/services/statement/statement-pdf.server.ts'

export type PrintOrder = { statement: Statement; language: Language; origin: string }

/** The PDF's bytes. */
export default async function print({ statement, language, origin }: PrintOrder): Promise<Uint8Array> {
  const t = statementTranslator(language)
  const chunks: Uint8Array[] = []
  for await (const chunk of await printPaper(writeStatement({ t, language, statement, origin }))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
