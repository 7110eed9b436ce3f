/** The accepted terms with their hashes, and proposed amendments. */

import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { formatAmount, formatList } from '#app/kernel/i18n/format.ts'
import type { PaperFact, PaperSection } from '#app/records/statement/domain/paper.ts'
import type { StatementExtension } from '#app/records/statement/domain/statement.ts'
import type { AmendmentView } from '#app/trade/terms/domain/terms-view.ts'
import { statementText, time, type Writing, writtenHashOf } from './statement-writing.ts'

export function termsSection(writing: Writing): PaperSection {
  const { t, statement } = writing
  const { versions, amendments } = statement.sealed
  if (versions.length + amendments.length + statement.moreTime.length === 0) {
    return { title: t('terms.title'), blocks: [{ kind: 'nothing', text: t('terms.none') }] }
  }
  const facts: PaperFact[] = versions.map((version) => ({
    label: t('terms.version', { version: String(version.version) }),
    values: [time(version.acceptedAt), ...writtenHashOf(writing, version)],
  }))
  const entries = amendments.map((amendment) => ({
    title: t(`common:terms.by.${amendment.by}`),
    aside: time(amendment.proposedAt),
    facts: amendmentFacts(writing, amendment),
  }))
  const requests = statement.moreTime.map((request) => ({
    title: t('common:escrow.events.time_asked'),
    aside: time(request.askedAt),
    facts: requestFacts(writing, request),
  }))
  const proposed = [...entries, ...requests]
  return {
    title: t('terms.title'),
    blocks: [
      ...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []),
      ...(proposed.length > 0 ? [{ kind: 'entries', entries: proposed } as const] : []),
    ],
  }
}

function requestFacts({ t }: Writing, { by, until, reason, answer, isOver }: StatementExtension): PaperFact[] {
  return [
    { label: t('events.by'), values: [statementText(t(`side.${by}`))] },
    { label: t('common:dates.more.until'), values: [time(until)] },
    ...(reason ? [{ label: t('refunds.reason'), values: [statementText(reason)] }] : []),
    {
      label: t('refunds.answer'),
      values: answer
        ? [statementText(t(`terms.${answer.kind}`)), time(answer.at)]
        : [statementText(isOver ? t('terms.unanswered') : t('terms.open'))],
    },
  ]
}

function amendmentFacts(writing: Writing, { words, changes, answer, answeredAt }: AmendmentView): PaperFact[] {
  const { t, language, statement } = writing
  const { fundBy, presentBy, examineDays, weekend, documents, amount } = changes
  return [
    ...(words ? [{ label: t('refunds.reason'), values: [statementText(words)] }] : []),
    ...(fundBy ? [{ label: t('common:dates.fundBy'), values: [time(fundBy)] }] : []),
    ...(presentBy ? [{ label: t('common:dates.presentBy'), values: [time(presentBy)] }] : []),
    ...(examineDays === null
      ? []
      : [{ label: t('common:dates.examineDays'), values: [statementText(String(examineDays))] }]),
    ...(weekend
      ? [{ label: t('common:dates.workingDays'), values: [statementText(t(`common:dates.weekend.${weekend}`))] }]
      : []),
    ...(documents
      ? [{ label: t('common:dates.documents'), values: [statementText(documentNames(writing, documents))] }]
      : []),
    ...(amount
      ? [
          {
            label: t('trade.amount'),
            values: [{ kind: 'amount' as const, text: formatAmount(amount, statement.currency, language) }],
          },
        ]
      : []),
    {
      label: t('refunds.answer'),
      values:
        answer && answeredAt
          ? [statementText(t(`terms.${answer}`)), time(answeredAt)]
          : [statementText(t('terms.open'))],
    },
  ]
}

export function documentNames(
  { t, language }: Pick<Writing, 't' | 'language'>,
  types: readonly DocumentType[],
): string {
  if (types.length === 0) return t('common:dates.noDocuments')
  return formatList(
    types.map((type) => t(`common:documentType.${type}`)),
    language,
  )
}
