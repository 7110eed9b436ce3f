import type { TFunction } from 'i18next'
import { factsOfNetwork } from '#app/kernel/domain/assets.ts'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import type { PaperValue } from '#app/records/statement/domain/paper.ts'
import type { Statement, StatementFile } from '#app/records/statement/domain/statement.ts'

export type StatementTranslator = TFunction<['statement', 'common']>

export type Writing = { t: StatementTranslator; language: Language; statement: Statement }

export function statementText(words: string): PaperValue {
  return { kind: 'text', text: words }
}

export function time(iso: string): PaperValue {
  return { kind: 'time', text: exactTime(iso), iso }
}

/** "2026-11-20 12:00:05 UTC": to the second, and the same for all readers. */
export function exactTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

export function fileText({ t, language }: Writing, { fileName: name, size }: StatementFile): string {
  return t('file.nameAndSize', { name, size: formatFileSize(size, language) })
}

export function writtenHashOf({ t }: Writing, { sha256 }: { sha256: string }): PaperValue[] {
  return [
    { kind: 'text', text: t('file.sha256'), isMuted: true },
    { kind: 'code', text: sha256, group: 8 },
  ]
}

/** What wallets of this asset's network call the reference beside the address. */
export function memoName({ currency }: Statement): 'memo' | 'tag' {
  return factsOfNetwork(currency).memoKind
}
