/** Presentations on the statement: the files of each with their hashes, and its discrepancy notices. */

import { formatList } from '#app/kernel/i18n/format.ts'
import type { PaperEntry, PaperFact, PaperSection, PaperValue } from '#app/records/statement/domain/paper.ts'
import { PRESENTED_TYPES } from '#app/trade/documents/domain/documents.ts'
import type {
  DiscrepancyNoticeView,
  PresentationFile,
  PresentationView,
} from '#app/trade/documents/domain/presentations-view.ts'
import { exactTime, statementText, time, type Writing } from './statement-writing.ts'

/** Empty without a discrepancy notice: the documents are listed elsewhere. */
export function roundsSections(writing: Writing): PaperSection[] {
  const { t, statement } = writing
  if (!statement.rounds.some(({ notices }) => notices.length > 0)) return []
  const entries = statement.rounds.flatMap((round) => [
    writeRound(writing, round),
    ...round.notices.map((notice) => writeNotice(writing, notice)),
  ])
  return [{ title: t('common:examination.title'), blocks: [{ kind: 'entries', entries }] }]
}

function writeRound({ t }: Writing, { round, presentedAt, wasLate, facts, files }: PresentationView): PaperEntry {
  const said = (['containerNumber', 'ladenOn', 'invoiceAmount', 'insuredAmount'] as const).flatMap((name) => {
    const value = facts[name]
    return value === null ? [] : [{ label: t(`common:examination.facts.${name}`), values: [statementText(value)] }]
  })
  return {
    title: t('common:examination.round', { round }),
    aside: time(presentedAt),
    facts: [
      ...(wasLate
        ? [{ label: t('common:examination.hints.title'), values: [statementText(t('common:examination.late'))] }]
        : []),
      ...said,
      ...files.map((file): PaperFact => ({ label: t(`common:documentType.${file.type}`), values: valuesOf(file) })),
    ],
  }
}

function valuesOf({ fileName, sha256 }: PresentationFile): PaperValue[] {
  return [statementText(fileName), { kind: 'code', text: sha256, group: 8 }]
}

function writeNotice(writing: Writing, notice: DiscrepancyNoticeView): PaperEntry {
  const { t, language } = writing
  const { givenAt, withdrawnAt, reason, marks, waiver, roundAllowedAt } = notice
  const named = PRESENTED_TYPES.flatMap((type) => marks.find((mark) => mark.type === type) ?? [])
  const at = (iso: string) => ({ time: exactTime(iso) })
  return {
    title: t('common:examination.noticeAt', at(givenAt)),
    aside: null,
    facts: [
      ...(reason ? [{ label: t('refunds.reason'), values: [statementText(reason)] }] : []),
      ...named.map(({ type, reasons, words }): PaperFact => {
        const list = formatList(
          reasons.map((code) => t(`common:examination.discrepancy.${code}`)),
          language,
        )
        const values = [list, words].filter(Boolean).map(statementText)
        const label = t(`common:documentType.${type}`)
        return { label, values: values.length > 0 ? values : [statementText(t('common:examination.discrepantTag'))] }
      }),
      ...(waiver ? [{ label: t('common:examination.waive.title'), values: waiverOf(writing, waiver) }] : []),
      ...[
        ...(roundAllowedAt ? [t('common:examination.allowed', at(roundAllowedAt))] : []),
        ...(withdrawnAt ? [t('common:examination.takenBack', at(withdrawnAt))] : []),
      ].map((words): PaperFact => ({ label: '', values: [statementText(words)] })),
    ],
  }
}

function waiverOf({ t }: Writing, waiver: NonNullable<DiscrepancyNoticeView['waiver']>): PaperValue[] {
  const { words, askedAt, answer, answeredAt, answerWords } = waiver
  const ended =
    answer === 'overtaken'
      ? [t('common:examination.waive.overtaken')]
      : answer && answeredAt
        ? [t(`common:examination.waive.${answer}`, { time: exactTime(answeredAt) })]
        : []
  return [
    statementText(t('common:examination.waive.asked', { time: exactTime(askedAt) })),
    statementText(words),
    ...ended.map(statementText),
    ...(answerWords ? [statementText(answerWords)] : []),
  ]
}
