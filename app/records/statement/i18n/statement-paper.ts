/** The texts of the settlement statement, for its page and its PDF. */
import { awaitingOf } from '#app/escrow/domain/escrow.ts'
import { TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { formatAmount, formatMoment } from '#app/kernel/i18n/format.ts'
import { directionOf } from '#app/kernel/i18n/languages.ts'
import type { Paper, PaperFact, PaperSection, PaperValue } from '#app/records/statement/domain/paper.ts'
import { depositSection, payoutSection, totalsSection } from './statement-money.ts'
import { documentSection, eventSection, examinationSection, settlementSections } from './statement-record.ts'
import { roundsSections } from './statement-rounds.ts'
import { documentNames, termsSection } from './statement-terms.ts'
import { exactTime, fileText, statementText, time, type Writing, writtenHashOf } from './statement-writing.ts'

type Written = Writing & {
  /** Our origin, for contact and for the link to this statement. */
  origin: string
}

export function writeStatement({ origin, ...writing }: Written): Paper {
  const { t, language, statement } = writing
  const { transactionId: id, isFinal } = statement
  const stage = t(`common:escrow.stage.${statement.stage}`)
  return {
    language,
    direction: directionOf(language),
    title: t('title'),
    subject: t('subject', { id }),
    isFinal,
    status: isFinal
      ? { label: t('final'), text: t('finalText', { stage }) }
      : { label: t('interim'), text: interimText(writing, stage) },
    head: writeHead(writing, stage),
    sections: [
      tradeSection(writing),
      termsSection(writing),
      depositSection(writing),
      payoutSection(writing),
      totalsSection(writing),
      documentSection(writing),
      examinationSection(writing),
      ...roundsSections(writing),
      ...settlementSections(writing),
      eventSection(writing),
    ],
    foot: t('foot', { origin }),
    pageLabel: (page) => t('page', page),
    unprintable: t('unprintable', { address: `${origin}/statements/${id}` }),
    issuedAt: new Date(statement.issuedAt),
  }
}

/** An escrow may be decided while money is still being transferred, or owed back. */
function interimText({ t, language, statement }: Writing, stage: string): string {
  if (awaitingOf(statement.stage) !== 'nobody') return t('interimText', { stage })
  const amount = formatAmount(statement.totals.held, statement.currency, language)
  return t('held.interim', { stage, amount })
}

function writeHead({ t, language, statement }: Writing, stage: string): PaperFact[] {
  const { number, transactionId, issuedAt } = statement
  return [
    { label: t('head.number'), values: [{ kind: 'code', text: number }] },
    { label: t('head.escrow'), values: [{ kind: 'code', text: transactionId }] },
    {
      label: t('head.issued'),
      values: [
        { kind: 'time', text: exactTime(issuedAt), iso: issuedAt },
        { kind: 'text', text: formatMoment(issuedAt, language), isMuted: true },
      ],
    },
    { label: t('head.stage'), values: [{ kind: 'text', text: stage }] },
  ]
}

function tradeSection(writing: Writing): PaperSection {
  const { t, language, statement } = writing
  const { currency, amount, contract, openedAt, networkName } = statement
  const amountText = formatAmount(amount, currency, language)
  const facts: PaperFact[] = [
    { label: t('side.buyer'), values: person(statement.buyer) },
    { label: t('side.seller'), values: seller(writing) },
    { label: t('trade.amount'), values: [{ kind: 'amount', text: amountText }] },
    {
      label: t('trade.currency'),
      values: [{ kind: 'text', text: t('trade.currencyOn', { currency, network: networkName }) }],
    },
    { label: t('trade.opened'), values: [time(openedAt)] },
    ...TEXTS.flatMap((name) =>
      statement[name] ? [{ label: t(`trade.${name}`), values: [statementText(statement[name])] }] : [],
    ).reverse(),
    {
      label: t('trade.contract'),
      values: contract
        ? [statementText(fileText(writing, contract)), ...writtenHashOf(writing, contract)]
        : [statementText(t('none'))],
    },
    ...datesOf(writing),
  ]
  return { title: t('trade.title'), blocks: [{ kind: 'facts', facts }] }
}

/** The current dates; the timeline shows what changed them. */
function datesOf({ t, language, statement: { dates } }: Writing): PaperFact[] {
  if (!dates) return []
  return [
    { label: t('common:dates.fundBy'), values: [time(dates.fundBy)] },
    { label: t('common:dates.presentBy'), values: [time(dates.presentBy)] },
    { label: t('common:dates.examineDays'), values: [statementText(String(dates.examineDays))] },
    { label: t('common:dates.workingDays'), values: [statementText(t(`common:dates.weekend.${dates.weekend}`))] },
    { label: t('common:dates.documents'), values: [statementText(documentNames({ t, language }, dates.documents))] },
    { label: t('common:dates.silenceBoth'), values: [statementText(t(`common:dates.${dates.onSilence}`))] },
  ]
}

function person({ name, email }: { name: string; email: string }): PaperValue[] {
  return [statementText(name), { kind: 'text', text: email, isMuted: true }]
}

function seller({ t, statement }: Writing): PaperValue[] {
  if (statement.seller) return person(statement.seller)
  const { namedSeller: email } = statement
  return [statementText(email === null ? t('trade.sellerUnknown') : t('trade.sellerNamed', { email }))]
}
