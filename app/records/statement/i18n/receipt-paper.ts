/** The texts of a receipt, for its page and its PDF. Other languages have English beside them. */
import { factsOfNetwork } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import {
  formatAmount,
  formatDecimal,
  formatMoment,
  formatPrice,
  formatRate,
  formatUsd,
} from '#app/kernel/i18n/format.ts'
import { directionOf, type Language } from '#app/kernel/i18n/languages.ts'
import {
  inOneLine,
  type Paper,
  type PaperEntry,
  type PaperFact,
  type PaperSection,
  type PaperValue,
  type PaperWords,
} from '#app/records/statement/domain/paper.ts'
import { type FeeReceipt, receiptPartsOf } from '#app/records/statement/domain/receipt.ts'
import { type StatementTranslator, statementText, time } from './statement-writing.ts'

type Writing = {
  /** In the reader's language, and in English. */
  t: StatementTranslator
  en: StatementTranslator
  language: Language
  receipt: FeeReceipt
  /** Our origin, for contact. */
  origin: string
}

export function writeReceipt(writing: Writing): Paper {
  const { t, language, receipt, origin } = writing
  const { number, fee, paidAt } = receipt
  return {
    language,
    direction: directionOf(language),
    title: twice(writing, (say) => say('common:pages.receipt')),
    subject: inOneLine(twice(writing, (say) => say('receipt.subject', { number }))),
    isFinal: true,
    status: {
      label: twice(writing, (say) => say('receipt.paid')),
      text: t('receipt.paidText', { amount: formatUsd(fee.net, language), day: paidAt.slice(0, 10) }),
    },
    head: [
      fact(writing, 'number', { kind: 'code', text: number }),
      fact(writing, 'paidAt', time(paidAt), muted(formatMoment(paidAt, language))),
    ],
    sections: [parties(writing), bought(writing), payments(writing), ...wentBack(writing)],
    foot: t('foot', { origin }),
    pageLabel: (page) => t('page', page),
    unprintable: t('unprintable', { address: `${origin}/receipt?number=${number}` }),
    issuedAt: new Date(receipt.issuedAt),
  }
}

/** In the reader's language, and in English where that differs. */
function twice({ t, en, language }: Writing, write: (say: StatementTranslator) => string): PaperWords {
  const [own, english] = [write(t), write(en)]
  return language === 'en' || own === english ? own : { own, english }
}

/** The message keys of the labels; many belong to the pages. */
const LABELS = {
  number: 'common:receipt.number',
  paidAt: 'common:receipt.paidAt',
  seller: 'receipt.labels.seller',
  billedTo: 'receipt.labels.billedTo',
  taxNumber: 'common:receipt.taxNumber',
  payer: 'common:receipt.payer',
  service: 'receipt.labels.service',
  usedFor: 'common:receipt.usedFor',
  worth: 'common:ui.fee.transaction',
  minimum: 'common:ui.fee.minimum',
  net: 'common:ui.fee.net',
  tax: 'receipt.labels.tax',
  asked: 'common:receipt.asked',
  received: 'common:receipt.received',
  counted: 'receipt.labels.counted',
  network: 'common:ui.pay.network',
  to: 'common:receipt.to',
  memo: 'common:ui.pay.memo',
  tag: 'common:ui.pay.tag',
  from: 'common:receipt.from',
  cameAt: 'deposit.at',
  hash: 'deposit.hash',
  state: 'payouts.state',
} as const

function fact(writing: Writing, label: keyof typeof LABELS, ...values: PaperValue[]): PaperFact {
  return { label: twice(writing, (say) => say(LABELS[label])), values }
}

function muted(words: string): PaperValue {
  return { kind: 'text', text: words, isMuted: true }
}

const SECTIONS = {
  parties: 'receipt.sections.parties',
  bought: 'receipt.sections.bought',
  payment: 'common:receipt.payment',
  back: 'receipt.sections.back',
} as const

function section(writing: Writing, title: keyof typeof SECTIONS, blocks: PaperSection['blocks']): PaperSection {
  return { title: twice(writing, (say) => say(SECTIONS[title])), blocks }
}

const STATES = {
  owed: 'owed',
  stated: 'stated',
  under_way: 'under_way',
  blocked: 'blocked',
  failed: 'stated',
  sent: 'sent',
  by_hand: 'sent',
  kept: 'kept',
} as const

function parties(writing: Writing): PaperSection {
  const { seller, payer, billed } = writing.receipt
  const said = [billed.name, billed.address].flatMap((part) => part ?? [])
  const facts = [
    fact(
      writing,
      'seller',
      statementText(seller?.name ?? 'Quayside'),
      ...[seller?.address, seller?.register].flatMap((part) => (part ? [statementText(part)] : [])),
    ),
    ...(said.length > 0 ? [fact(writing, 'billedTo', ...said.map(statementText))] : []),
    ...(billed.taxNumber ? [fact(writing, 'taxNumber', statementText(billed.taxNumber))] : []),
    fact(writing, 'payer', statementText(payer.name), muted(payer.email)),
  ]
  return section(writing, 'parties', [{ kind: 'facts', facts }])
}

function bought(writing: Writing): PaperSection {
  const { t, language, receipt } = writing
  const { fee, serviceFee, usedFor, seller } = receipt
  const usd = (amount: string): PaperValue => ({ kind: 'amount', text: formatUsd(amount, language) })
  const { coupon, minimumTopUp } = fee
  const what = [
    fact(writing, 'service', { kind: 'text', text: twice(writing, (say) => say(`receipt.service.${serviceFee}`)) }),
    fact(writing, 'worth', usd(fee.transaction)),
    ...(usedFor === null ? [] : [fact(writing, 'usedFor', { kind: 'code', text: usedFor })]),
  ]
  const gross = { rate: formatRate(fee.rate, language) }
  const sums: PaperFact[] = [
    { label: twice(writing, (say) => say('common:ui.fee.gross', gross)), values: [usd(fee.gross)] },
    ...(coupon
      ? [
          {
            label: twice(writing, (say) =>
              say('common:ui.fee.coupon', { code: coupon.code, rate: formatRate(coupon.rate, language) }),
            ),
            values: [usd(`-${coupon.discount}`)],
          },
        ]
      : []),
    ...(minimumTopUp ? [fact(writing, 'minimum', usd(minimumTopUp))] : []),
    { ...fact(writing, 'net', usd(fee.net)), isTotal: true },
    ...(seller?.taxLine ? [fact(writing, 'tax', statementText(seller.taxLine))] : []),
  ]
  return section(writing, 'bought', [
    { kind: 'facts', facts: what },
    { kind: 'sums', facts: sums, sum: paidAs({ t, language, receipt }) },
  ])
}

/** "$150.00 paid as 2 × 75.00 USDC": the fee in dollars, and what arrived for it. */
function paidAs({ t, language, receipt }: Pick<Writing, 't' | 'language' | 'receipt'>): string {
  const { fee, asset, received, counted, payments, smaller } = receipt
  const amountOf = (amount: string) => formatAmount(amount, asset, language)
  const parts = receiptPartsOf({ payments, smaller })
    ?.map(({ times, amount }) => (times === 1 ? amountOf(amount) : `${times} × ${amountOf(amount)}`))
    .join(' + ')
  const values = { usd: formatUsd(fee.net, language), counted: amountOf(counted), received: amountOf(received) }
  if (new Decimal(counted).lt(received)) return t('receipt.paidOf', { ...values, parts: parts ?? values.received })
  return t('receipt.paidAs', { ...values, parts: parts ?? values.received })
}

function payments(writing: Writing): PaperSection {
  const { language, receipt, t } = writing
  const { asset, price, account, number, payer, smaller } = receipt
  const amount = (value: string): PaperValue => ({ kind: 'amount', text: formatAmount(value, asset, language) })
  const source =
    price.source === 'fixed'
      ? t('common:ui.fee.source.fixed')
      : t('common:ui.fee.source.checked', { source: price.source })
  const unit = { kind: 'amount', text: formatPrice(price.usd, language) } as const
  const facts = [
    {
      label: twice(writing, (say) => say('common:ui.fee.price', { asset })),
      values: [unit, muted(source), time(price.readAt)],
    },
    fact(writing, 'asked', amount(receipt.asked)),
    fact(writing, 'received', amount(receipt.received)),
    fact(writing, 'counted', amount(receipt.counted)),
    fact(writing, 'network', statementText(receipt.networkName)),
    fact(writing, 'to', { kind: 'code', text: account, group: 4 }),
    fact(writing, factsOfNetwork(asset).memoKind, { kind: 'code', text: number }),
    fact(writing, 'from', { kind: 'code', text: payer.wallet, group: 4 }),
  ]
  const entries = receipt.payments.map((payment, index): PaperEntry => {
    return {
      title: twice(writing, (say) => say('deposit.payment', { count: index + 1 })),
      aside: amount(payment.amount),
      facts: [fact(writing, 'cameAt', time(payment.at)), hashFact(writing, payment)],
    }
  })
  if (smaller) {
    const listed = receipt.payments.reduce((sum, payment) => sum.plus(payment.amount), new Decimal(0))
    const rest = plain(Decimal.max(0, new Decimal(receipt.received).minus(listed)))
    const count = `${formatDecimal(String(smaller.count), language, 0)}${smaller.isMore ? '+' : ''}`
    entries.push({ title: t('common:payment.seen.smaller', { number: count }), aside: amount(rest), facts: [] })
  }
  return section(writing, 'payment', [
    { kind: 'facts', facts },
    { kind: 'entries', entries },
  ])
}

function hashFact(writing: Writing, { hash, explorer }: { hash: string; explorer: string | null }): PaperFact {
  const code: PaperValue = { kind: 'code', text: hash, group: 8 }
  if (explorer === null) return fact(writing, 'hash', code)
  const link = writing.t('deposit.explorer', { host: new URL(explorer).host })
  return fact(writing, 'hash', code, { kind: 'link', text: link, href: explorer })
}

/** What arrived and is no fee, and the state of its refund. */
function wentBack(writing: Writing): PaperSection[] {
  const { t, language, receipt } = writing
  if (receipt.backs.length === 0) return []
  const entries = receipt.backs.map((back): PaperEntry => {
    const amount = formatAmount(back.amount, back.asset, language)
    return {
      title: t(`common:feeBack.came.${back.why}`, { amount }),
      aside: { kind: 'amount', text: amount },
      facts: [
        fact(
          writing,
          'state',
          statementText(t(`receipt.state.${STATES[back.state]}`)),
          ...(back.back?.at ? [time(back.back.at)] : []),
        ),
        ...(back.back ? [hashFact(writing, back.back)] : []),
      ],
    }
  })
  return [section(writing, 'back', [{ kind: 'entries', entries }])]
}
