/** The accepted terms with their hashes, and proposed amendments. */

import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { formatAmount, formatList } from '#app/kernel/i18n/format.ts'
import type { PaperFact, PaperSection } from '#app/records/statement/domain/paper.ts'
import type { StatementMoreTime } from '#app/records/statement/domain/statement.ts'
import type { ShownAmendment } from '#app/trade/terms/domain/shown-terms.ts'
import { hashOf, text, time, type Writing } from './statement-writing.ts'

export function termsSection(writing: Writing): PaperSection {
  const { t, statement } = writing
  const { versions, amendments } = statement.sealed
  if (versions.length + amendments.length + statement.moreTime.length === 0) {
    return { title: t('terms.title'), blocks: [{ kind: 'nothing', text: t('terms.none') }] }
  }
  const facts: PaperFact[] = versions.map((version) => ({
    label: t('terms.version', { version: String(version.version) }),
    values: [time(version.acceptedAt), ...hashOf(writing, version)],
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

function requestFacts({ t }: Writing, { by, until, reason, answer, isOver }: StatementMoreTime): PaperFact[] {
  return [
    { label: t('events.by'), values: [text(t(`side.${by}`))] },
    { label: t('common:dates.more.until'), values: [time(until)] },
    ...(reason ? [{ label: t('refunds.reason'), values: [text(reason)] }] : []),
    {
      label: t('refunds.answer'),
      values: answer
        ? [text(t(`terms.${answer.kind}`)), time(answer.at)]
        : [text(isOver ? t('terms.unanswered') : t('terms.open'))],
    },
  ]
}

function amendmentFacts(writing: Writing, { words, changes, answer, answeredAt }: ShownAmendment): PaperFact[] {
  const { t, language, statement } = writing
  const { fundBy, presentBy, examineDays, weekend, documents, amount } = changes
  return [
    ...(words ? [{ label: t('refunds.reason'), values: [text(words)] }] : []),
    ...(fundBy ? [{ label: t('common:dates.fundBy'), values: [time(fundBy)] }] : []),
    ...(presentBy ? [{ label: t('common:dates.presentBy'), values: [time(presentBy)] }] : []),
    ...(examineDays === null ? [] : [{ label: t('common:dates.examineDays'), values: [text(String(examineDays))] }]),
    ...(weekend
      ? [{ label: t('common:dates.workingDays'), values: [text(t(`common:dates.weekend.${weekend}`))] }]
      : []),
    ...(documents ? [{ label: t('common:dates.documents'), values: [text(documentNames(writing, documents))] }] : []),
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
      values: answer && answeredAt ? [text(t(`terms.${answer}`)), time(answeredAt)] : [text(t('terms.open'))],
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
