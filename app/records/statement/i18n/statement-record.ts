import { isDecided } from '#app/escrow/domain/escrow.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import type { PaperBlock, PaperEntry, PaperFact, PaperSection } from '#app/records/statement/domain/paper.ts'
import type {
  StatementDispute,
  StatementDivision,
  StatementEvent,
  StatementRefundRequest,
} from '#app/records/statement/domain/statement.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import {
  exactTime,
  fileText,
  type StatementTranslator,
  statementText,
  time,
  type Writing,
} from './statement-writing.ts'

export function documentSection(writing: Writing): PaperSection {
  const { t, statement } = writing
  const entries = statement.documents.map(
    (document): PaperEntry => ({
      title: typeName(t, document.type),
      aside: time(document.uploadedAt),
      facts: [
        {
          label: t('file.file'),
          values: [
            statementText(fileText(writing, document)),
            { kind: 'text', text: t(`side.${document.by}`), isMuted: true },
          ],
        },
        { label: t('file.sha256'), values: [{ kind: 'code', text: document.sha256, group: 8 }] },
      ],
    }),
  )
  return { title: t('documents.title'), blocks: [entriesOr(entries, t('documents.nothing'))] }
}

/** Decisions made without the form, worded as in the timeline. */
const BESIDES = {
  silence: 'common:escrow.events.accepted_by_silence',
  reduction: 'common:escrow.events.reduction_agreed',
} as const

export function examinationSection({ t, statement }: Writing): PaperSection {
  const entries = statement.decisions.map(
    ({ decision, at, reason, rejected }): PaperEntry => ({
      title: t(
        decision === 'silence' || decision === 'reduction' ? BESIDES[decision] : (`examination.${decision}` as const),
      ),
      aside: time(at),
      facts: [
        ...(rejected.length > 0
          ? [
              {
                label: t('examination.documents'),
                values: rejected.map((type) => statementText(typeName(t, type))),
              },
            ]
          : []),
        ...when(reason, t('refunds.reason')),
      ],
    }),
  )
  return {
    title: t('examination.title'),
    blocks: [entriesOr(entries, t(`examination.${isDecided(statement.stage) ? 'never' : 'nothing'}`))],
  }
}

/** Refund requests and disputes: most trades have neither. */
export function settlementSections(writing: Writing): PaperSection[] {
  const { t, statement } = writing
  const requests = statement.refundRequests.map((request) => writeRequest(t, request))
  const disputes = statement.disputes.flatMap((dispute) => [
    writeDispute(writing, dispute),
    ...dispute.said.map((said) => writeSaid(writing, said)),
  ])
  const divisions = statement.divisions.map((division) => writeDivision(writing, division))
  return [
    { title: t('refunds.title'), blocks: [entriesOr(requests, t('none'))] },
    { title: t('disputes.title'), blocks: [entriesOr(disputes, t('none'))] },
    // Left out when there are none: few trades have any.
    ...(divisions.length > 0 ? [{ title: t('divisions'), blocks: [entriesOr(divisions, t('none'))] }] : []),
  ]
}

function writeRequest(t: StatementTranslator, { reason, askedAt, answer }: StatementRefundRequest): PaperEntry {
  return {
    title: t('refunds.request'),
    aside: time(askedAt),
    facts: [
      { label: t('refunds.reason'), values: [statementText(reason)] },
      {
        label: t('refunds.answer'),
        values: answer
          ? [statementText(t(`common:lookup.settle.refund.${answer.kind}`)), ...(answer.at ? [time(answer.at)] : [])]
          : [statementText(t('refunds.open'))],
      },
      ...when(answer?.reason, t('refunds.answerReason')),
    ],
  }
}

function writeDivision({ t, language, statement }: Writing, division: StatementDivision): PaperEntry {
  const { kind, by, at, shares, words, answer } = division
  const share = (label: string, amount: string): PaperFact => ({
    label,
    values: [{ kind: 'amount', text: formatAmount(amount, statement.currency, language) }],
  })
  return {
    title: t(kind === 'offer' && by !== 'quayside' ? `common:division.by.${by}` : 'common:division.by.reduction'),
    aside: time(at),
    facts: [
      share(t('disputes.toSeller'), shares.seller),
      share(t('disputes.toBuyer'), shares.buyer),
      ...when(words, t('refunds.reason')),
      {
        label: t('refunds.answer'),
        values: [
          statementText(t(`common:division.answer.${answer?.kind ?? 'open'}`)),
          ...(answer?.at ? [time(answer.at)] : []),
        ],
      },
    ],
  }
}

function writeDispute({ t, language, statement }: Writing, dispute: StatementDispute): PaperEntry {
  const { end } = dispute
  const share = (label: string, amount: string): PaperFact => ({
    label,
    values: [{ kind: 'amount', text: formatAmount(amount, statement.currency, language) }],
  })
  return {
    title:
      dispute.openedBy === 'quayside'
        ? t('disputes.opened.quayside')
        : t(`common:lookup.settle.dispute.by.${dispute.openedBy}`),
    aside: time(dispute.openedAt),
    facts: [
      { label: t('refunds.reason'), values: [statementText(dispute.reason)] },
      {
        label: t('disputes.decision'),
        values: end
          ? [statementText(t(`disputes.${end.decision}`)), ...(end.at ? [time(end.at)] : [])]
          : [statementText(t('disputes.open'))],
      },
      ...(end?.shares
        ? [share(t('disputes.toSeller'), end.shares.seller), share(t('disputes.toBuyer'), end.shares.buyer)]
        : []),
      ...when(end?.note, t('disputes.note')),
    ],
  }
}

/** A party's statement in the dispute above, with its files. */
function writeSaid(writing: Writing, { by, at, words, files }: StatementDispute['said'][number]): PaperEntry {
  const { t } = writing
  return {
    title: t(`disputes.said.${by}`),
    aside: time(at),
    facts: [
      ...when(words, t('disputes.words')),
      ...(files.length > 0
        ? [
            {
              label: t('disputes.files'),
              values: files.flatMap((file): PaperFact['values'] => [
                statementText(fileText(writing, file)),
                { kind: 'code', text: file.sha256, group: 8 },
              ]),
            },
          ]
        : []),
    ],
  }
}

export function eventSection({ t, statement }: Writing): PaperSection {
  const events = statement.events.map((event) => ({
    at: { kind: 'time', text: exactTime(event.at).replace(/ UTC$/, ''), iso: event.at } as const,
    text: t(`common:escrow.events.${event.kind}`),
    by: t(`side.${event.by}`),
    detail: detailOf(t, event),
  }))
  const heads = { at: t('events.at'), text: t('events.text'), by: t('events.by') }
  return { title: t('events.title'), blocks: [{ kind: 'events', heads, events }] }
}

/** A deleted file is shown nowhere else. */
function detailOf(t: StatementTranslator, { removed }: StatementEvent) {
  if (!removed) return []
  const name = t('events.removed', { type: typeName(t, removed.type), file: removed.fileName })
  return [
    { kind: 'text', text: name, isMuted: true } as const,
    { kind: 'code', text: removed.sha256, group: 8 } as const,
  ]
}

function entriesOr(entries: PaperEntry[], nothing: string): PaperBlock {
  return entries.length > 0 ? { kind: 'entries', entries } : { kind: 'nothing', text: nothing }
}

function when(words: string | null | undefined, label: string): PaperFact[] {
  return words ? [{ label, values: [statementText(words)] }] : []
}

function typeName(t: StatementTranslator, type: PresentedType): string {
  return t(`common:documentType.${type}`)
}
