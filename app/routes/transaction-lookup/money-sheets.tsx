import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ASSET_FACTS } from '#app/domain/assets.ts'
import type { EscrowView, Reader } from '#app/domain/escrow-view.ts'
import { Amount } from '#app/ui/amount.tsx'
import { Button } from '#app/ui/button.tsx'
import { Disclosure, HashDisclosure } from '#app/ui/disclosure.tsx'
import { type Fact, Facts } from '#app/ui/facts.tsx'
import { Moment } from '#app/ui/moment.tsx'
import { PaymentQr, type QrDrawing } from '#app/ui/payment-qr.tsx'
import { PaymentRequest } from '#app/ui/payment-request.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { Tag } from '#app/ui/tag.tsx'

/** What the buyer has to pay, while something is due. */
export function FundingSheet({ escrow, qr }: { escrow: EscrowView; qr: QrDrawing }) {
  const { t } = useTranslation()
  const { deposit } = escrow
  return (
    <Sheet title={t('payment.send')} noPrint>
      <PaymentRequest
        amount={deposit.stillDue}
        asset={escrow.currency}
        address={deposit.account}
        memo={deposit.reference}
        uri={deposit.uri}
        qr={qr}
        networkRemark={t(`payment.only.${escrow.currency}`)}
      />
    </Sheet>
  )
}

type DepositSheetProps = { escrow: EscrowView; qr: QrDrawing | null; reader: Reader }

/** What has arrived, what is still due, and what arrived that does not count. */
export function DepositSheet({ escrow, qr, reader }: DepositSheetProps) {
  const { t } = useTranslation()
  const { deposit, currency } = escrow
  const isFunded = escrow.times.verifiedAt !== null
  const state = isFunded ? 'funded' : deposit.state === 'none' ? 'none' : 'short'
  const isTag = ASSET_FACTS[currency].memoName === 'destination tag'
  const money = (value: string) => <Amount value={value} asset={currency} />
  const facts: Fact[] = [
    { label: t('escrow.deposit.received'), value: money(deposit.received) },
    { label: t('escrow.deposit.stillDue'), value: money(deposit.stillDue) },
    ...(deposit.state === 'over' ? [{ label: t('escrow.deposit.excess'), value: money(deposit.excess) }] : []),
    { label: t('escrow.deposit.network'), value: escrow.networkName },
    { label: t(isTag ? 'escrow.deposit.tag' : 'escrow.deposit.memo'), value: deposit.reference },
  ]
  return (
    <Sheet
      title={t('escrow.deposit.title')}
      aside={
        <Tag tone={isFunded ? 'good' : 'waiting'} icon={isFunded ? 'check' : undefined}>
          {t(`escrow.deposit.${state}`)}
        </Tag>
      }
    >
      <Facts items={facts} />
      <OddPayments escrow={escrow} />
      {deposit.realTxId && <HashDisclosure label={t('escrow.deposit.real')} hash={deposit.realTxId} />}
      {!deposit.realTxId && deposit.statedTxId && (
        <HashDisclosure label={t('escrow.deposit.stated')} hash={deposit.statedTxId} />
      )}
      {qr && (
        <Disclosure summary={t('escrow.deposit.qr')} noPrint>
          <PaymentQr uri={deposit.uri} drawing={qr} size={160} />
        </Disclosure>
      )}
      {reader === 'buyer' && !deposit.realTxId && (
        <Form method="post" className="no-print">
          <input type="hidden" name="txid" value={escrow.transactionId} />
          <Button name="intent" value="fetch" look="line" size="small">
            {t('escrow.deposit.fetch')}
          </Button>
        </Form>
      )}
    </Sheet>
  )
}

const PROBLEMS = [
  'needs_review',
  'no_memo',
  'unknown_memo',
  'wrong_asset',
  'wrong_account',
  'already_paid',
  'hash_used',
] as const

function OddPayments({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return escrow.deposit.payments.map((payment) => {
    const problem = PROBLEMS.find((known) => known === payment.problem)
    if (!problem) return null
    const asset = payment.assetLabel.split(':')[0] ?? payment.assetLabel
    return (
      <p className="small" key={payment.hash}>
        {t(`escrow.deposit.problem.${problem}`, { amount: payment.amount, asset })}
      </p>
    )
  })
}

const STATES = ['queued', 'signed', 'submitted', 'confirmed', 'blocked'] as const

/** The payout to the seller, once there is one. */
export function ReleaseSheet({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { release } = escrow
  if (!release) return null
  const state = STATES.find((known) => known === release.state) ?? 'queued'
  return (
    <Sheet title={t('lookup.released.title')}>
      <Facts
        items={[
          { label: t('lookup.released.state'), value: t(`lookup.released.${state}`) },
          { label: t('escrow.facts.amount'), value: <Amount value={escrow.amount} asset={escrow.currency} /> },
          ...(release.at ? [{ label: t('lookup.released.at'), value: <Moment at={release.at} /> }] : []),
        ]}
      />
      {release.hash && <HashDisclosure label={t('lookup.released.hash')} hash={release.hash} />}
    </Sheet>
  )
}
