import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { UnmatchedPaymentRow, UnmatchedView } from '#app/admin/queries/unmatched.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { HashRow } from '#app/admin/routes/panel/list-parts.tsx'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { PersonName } from '#app/admin/routes/panel/person.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatAmount, formatDecimal, formatUsd } from '#app/kernel/i18n/format.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Amount, ForeignAmount } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { shortHash } from '#app/kernel/ui/text/code-groups.ts'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { isAssignable } from '#app/ledgers/payments/domain/unmatched-payment.ts'
import { Closed } from './closed-unmatched.tsx'
import { Doubts } from './doubts.tsx'
import { AcceptShort, AssignPayment, CloseUnmatched, PayBack } from './unmatched-forms.tsx'

type UnmatchedRowProps = { row: UnmatchedView; operatorId: string; returned: Returned | null }

export function UnmatchedRow({ row, operatorId, returned }: UnmatchedRowProps) {
  const t = useAdmin()
  return (
    <li className="sheet matter" id={row.id}>
      <header>
        <h2>{t(`cases.kind.${row.kind}`)}</h2>
        <b>{row.asset ? <Amount value={row.amount} asset={row.asset} /> : <AmountOfCode row={row} />}</b>
      </header>
      <div className="sheet__in matter__in">
        <div>
          <Facts items={factsOf(row, t)} />
          {row.payments.map((payment) => (
            <Payment key={payment.hash} payment={payment} />
          ))}
        </div>
        <div>
          {row.doubts.length > 0 && <Doubts row={row} operatorId={operatorId} returned={returned} />}
          {row.closed ? <Closed row={row} returned={returned} /> : <Open row={row} returned={returned} />}
        </div>
      </div>
    </li>
  )
}

function Open(props: Omit<UnmatchedRowProps, 'operatorId'>) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { row } = props
  const isDoubted = row.doubts.length > 0
  return (
    <div>
      <h3>{t('cases.next')}</h3>
      <p>
        <WhatToDo row={row} />
      </p>
      {row.mayAccept && <AcceptShort {...props} />}
      {isAssignable(row.kind) && row.count === 1 && !isDoubted && <AssignPayment {...props} />}
      {row.noPayback === null ? (
        !isDoubted && <PayBack {...props} />
      ) : (
        <p className="small">{common(`refusal.${row.noPayback}`)}</p>
      )}
      <CloseUnmatched {...props} />
    </div>
  )
}

function WhatToDo({ row }: { row: UnmatchedView }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  if (row.count > 1) return t('cases.do.gathered')
  const amount = row.asset
    ? formatAmount(row.amount, row.asset, i18n.language)
    : formatDecimal(row.amount, i18n.language, 0)
  if (row.wanted) return t('cases.do.stated', { amount })
  return row.isAskedOfPayer ? t('cases.do.asked', { amount }) : t(`cases.do.${doWord(row.kind)}`, { amount })
}

/** Kinds that are handled alike share a sentence. */
function doWord(kind: UnmatchedView['kind']) {
  switch (kind) {
    case 'fee_late':
      return 'fee_short' as const
    case 'unknown_memo':
      return 'no_memo' as const
    case 'wrong_asset':
    case 'wrong_account':
    case 'quote_closed':
    case 'already_paid':
    case 'hash_used':
      return 'fee_over' as const
    default:
      return kind
  }
}

/** The issuer tells apart assets of the same code. */
function AmountOfCode({ row }: { row: UnmatchedView }) {
  const [code = row.assetLabel, issuer] = row.assetLabel.split(':')
  return <ForeignAmount value={row.amount} label={issuer === undefined ? code : `${code} (${shortHash(issuer)})`} />
}

function factsOf(row: UnmatchedView, t: ReturnType<typeof useAdmin>): Fact[] {
  const { payer, claims, memo, fee, escrow, count, wanted } = row
  return [
    { label: t('cases.facts.opened'), value: <Moment at={row.openedAt} /> },
    { label: t('cases.facts.payer'), value: payer ? <PersonName person={payer} /> : t('cases.facts.unknown') },
    ...claims.map((claim) => ({
      label: t('cases.facts.claimed'),
      value: <PersonName person={claim} />,
      detail: (
        <>
          {claim.transactionId && (
            <>
              <EscrowLink id={claim.transactionId} /> <Comma />
            </>
          )}
          <Moment at={claim.at} />
          <Comma />
          {t('cases.facts.noProof')}
        </>
      ),
    })),
    ...(count > 1 ? [{ label: t('cases.facts.count'), value: <Count value={count} /> }] : []),
    { label: t('cases.facts.memo'), value: memo === null ? t('cases.facts.noMemo') : <InlineCode>{memo}</InlineCode> },
    ...(fee ? [{ label: t('cases.facts.fee'), value: <Fee fee={fee} />, detail: <FeeState fee={fee} /> }] : []),
    ...(wanted
      ? [
          {
            label: t('cases.facts.back'),
            value: <Code value={wanted.address} size="small" />,
            detail: memoWords(wanted, t),
          },
        ]
      : []),
    ...(escrow ? [{ label: t('cases.facts.escrow'), value: <EscrowLink id={escrow.transactionId} /> }] : []),
  ]
}

function Count({ value }: { value: number }) {
  const { i18n } = useTranslation()
  return formatDecimal(String(value), i18n.language, 0)
}

type FeeProps = { fee: NonNullable<UnmatchedView['fee']> }

function Fee({ fee }: FeeProps) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const amount = formatAmount(fee.amountDue, fee.asset, i18n.language)
  return t('cases.facts.feeOf', { net: formatUsd(fee.netUsd, i18n.language), amount })
}

function FeeState({ fee }: FeeProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  if (fee.isPaid) return t('cases.facts.feePaid')
  return <MomentSentence at={fee.expiresAt} text={(time) => common('payment.lockedUntil', { time })} />
}

function EscrowLink({ id }: { id: string }) {
  return (
    <Link to={`/admin-panel/escrows?txid=${id}`}>
      <InlineCode size="small">{id}</InlineCode>
    </Link>
  )
}

function Payment({ payment }: { payment: UnmatchedPaymentRow }) {
  const t = useAdmin()
  const { hash, explorer, from, to, at } = payment
  return (
    <div className="matter__payment">
      <p className="small">
        <MomentSentence at={at} text={(time) => t('cases.facts.seen', { time })} />
      </p>
      <dl>
        <dt>{t('cases.facts.from')}</dt>
        <dd>
          <Code value={from} size="small" />
        </dd>
        <dt>{t('cases.facts.to')}</dt>
        <dd>
          <Code value={to} size="small" />
        </dd>
      </dl>
      <HashRow hash={hash} explorer={explorer} />
    </div>
  )
}
