import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { type ClaimVerdict, type PaymentClaim, refusalOfClaim } from '#app/escrow/domain/payment-claim.ts'
import { networkOf, takesTag } from '#app/kernel/domain/assets.ts'
import { formatAmount, gapOf } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure, HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { shownMemo } from '#app/ledgers/payments/domain/shown-memo.ts'
import { WriteToSupport } from '#app/ledgers/payments/ui/uncounted.tsx'

type Escrow = Pick<EscrowDetails, 'transactionId' | 'currency' | 'networkName' | 'deposit'>
type Stated = { escrow: Escrow; stated: PaymentClaim }

/** The buyer's payment claims, each with its verdict and what can be done next. */
export function PaymentClaims({ escrow, only }: { escrow: Escrow; only?: 'odd' }) {
  const shown = escrow.deposit.stated.filter(({ verdict }) => only === undefined || verdict !== 'counted')
  return shown.map((stated) => <Verdict key={stated.hash} escrow={escrow} stated={stated} />)
}

const NOT_WRONG: readonly ClaimVerdict[] = ['counted', 'late', 'on_ledger']

function Verdict({ escrow, stated }: Stated) {
  const sentence = useStatedSentence()
  const { t } = useTranslation()
  if (stated.isDecided && stated.verdict !== 'counted' && stated.verdict !== 'late') {
    return (
      <Note role="status" title={t('stated.decided')}>
        <p>
          {t('stated.decidedNext')} <WriteToSupport hash={stated.hash} />
        </p>
        <HashDisclosure label={t('escrow.deposit.stated')} hash={stated.hash} />
      </Note>
    )
  }
  const isWrong = stated.verdict !== null && !NOT_WRONG.includes(stated.verdict)
  return (
    <Note role="status" tone={isWrong ? 'danger' : undefined} title={sentence(escrow, stated)}>
      {stated.verdict !== 'counted' && <Advice escrow={escrow} stated={stated} />}
      <HashDisclosure label={t('escrow.deposit.stated')} hash={stated.hash} />
    </Note>
  )
}

/** The same for the operator: the hash, when it was claimed, and the message that the buyer reads. */
export function ClaimsForAdmin({ escrow }: { escrow: Escrow }) {
  const sentence = useStatedSentence()
  const { t } = useTranslation()
  return escrow.deposit.stated.map((stated) => (
    <div key={stated.hash}>
      <HashDisclosure label={t('escrow.deposit.stated')} hash={stated.hash} />
      <p className="small">
        {sentence(escrow, stated)} <Moment at={stated.statedAt} />
      </p>
    </div>
  ))
}

/** The specification's sentence where there is one. */
function useStatedSentence() {
  const { t } = useTranslation()
  return ({ currency, deposit }: Escrow, { verdict, memo }: PaymentClaim): string => {
    const network = networkOf(currency)
    if (verdict === null) return t('submit.opened.checking', { ledger: t(`payment.ledger.${network}`) })
    if (verdict === 'counted' || verdict === 'late' || verdict === 'on_ledger') return t(`stated.${verdict}`)
    const refusal = refusalOfClaim(verdict, { network, isOwnMemo: memo === deposit.reference })
    return refusal ? t(`refusal.${refusal}`) : ''
  }
}

/** The money is with our operator: the buyer has to wait for a person. */
const HERE: readonly ClaimVerdict[] = ['no_memo', 'other_memo', 'other_asset', 'wrong_account', 'needs_review']

function Advice({ escrow, stated }: Stated) {
  const { t, i18n } = useTranslation()
  const { verdict, hash, found } = stated
  const isHere = verdict !== null && HERE.includes(verdict)
  const text = useAdvice({ escrow, stated })
  return (
    <p>
      {isHere && (
        <>
          <strong>
            {found && (
              <>
                {t('stated.found', { amount: formatAmount(found.amount, found.asset, i18n.language) })}
                <Gap />
              </>
            )}
            {t('stated.notAgain')}
          </strong>
          <Gap />
        </>
      )}
      {text} {isHere && t('stated.weWrite')} {(isHere || verdict === 'used') && <WriteToSupport hash={hash} />}
    </p>
  )
}

function useAdvice({ escrow, stated: { verdict, memo } }: Stated): string {
  const { t, i18n } = useTranslation()
  const { currency, networkName, deposit } = escrow
  const values = {
    ledger: t(`payment.ledger.${networkOf(currency)}`),
    network: networkName,
    own: deposit.reference,
    memo: shownMemo(memo ?? ''),
    memoName: t(takesTag(currency) ? 'payment.tagName' : 'payment.memoName'),
  }
  switch (verdict) {
    case null:
      return t('submit.opened.awaitingText')
    case 'counted':
      return ''
    case 'late':
      return t('stated.lateNext')
    case 'used':
      return t('stated.used')
    case 'failed':
      return t('stated.failed')
    case 'not_found':
      return t('payment.advice.notFound', values)
    case 'no_memo':
      return t('payment.advice.noMemo', values)
    case 'other_memo':
      return t('payment.advice.otherMemo', values)
    case 'on_ledger':
      return t('payment.advice.onLedger', values)
    case 'elsewhere':
      return t('payment.advice.elsewhere')
    case 'other_asset':
      return `${t('arrival.problem.wrong_asset')}${gapOf(i18n.language)}${t('arrival.owed')}`
    case 'wrong_account':
    case 'needs_review':
      return t(`arrival.problem.${verdict}`)
  }
}

type FormProps = {
  escrow: Escrow
  /** For a refused hash: why, and what was typed. */
  refused?: { error: string | null; typed: string | undefined } | null
}

/** For a payment that was made and does not show: its hash is checked at once, and its verdict stays on the page. */
export function StatePaymentForm({ escrow, refused = null }: FormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().formData?.get('intent') === 'state_payment'
  const { transactionId } = escrow
  return (
    <Disclosure summary={t('stated.paid')} open={refused !== null} noPrint>
      <Form method="post" action={`/transaction-lookup?txid=${encodeURIComponent(transactionId)}`}>
        <input type="hidden" name="txid" value={transactionId} />
        <Field
          name="hash"
          label={t('payment.hash')}
          hint={t('payment.hashHint')}
          error={refused?.error ?? null}
          defaultValue={refused?.typed}
          maxLength={200}
          autoComplete="off"
          code
        />
        <Actions after>
          <Button name="intent" value="state_payment" look="line" disabled={isSending}>
            {isSending ? t('payment.confirming') : t('stated.button')}
          </Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}
