import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CORRECTABLE_TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { AMOUNT_KINDS } from '#app/kernel/domain/typed-amount.ts'
import { formatAmount, formatInField } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { SheetPart } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { TermField } from '#app/trade/opening/ui/term-field.tsx'

export function CorrectForm({ escrow, refused }: { escrow: PartyView; refused: RefusedForm | undefined }) {
  const { t, i18n } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const shown = shownAgain(refused)
  const { currency, expectedWallet: expected, sellerEmail } = escrow
  const lookup = `/transaction-lookup?txid=${encodeURIComponent(escrow.transactionId)}`
  const kept = (name: string, now: string) => ({
    name,
    error: shown.error(name),
    defaultValue: shown.typed(name) ?? now,
  })
  return (
    // The key remounts the fields, so that the address read out of a pasted name appears in them.
    <Form method="post" className="sheet answers" key={shown.error('walletAddress') && shown.typed('walletAddress')}>
      <ErrorSummary problems={shown.problems} />
      <input type="hidden" name="seen" value={escrow.times.correctedAt ?? ''} />
      <SheetPart title={t('submit.steps.trade')}>
        <div className="grid2">
          <AmountField
            name="amount"
            label={t('submit.amount')}
            note={currency}
            hint={escrow.custody.fundedBy === 'deposit' ? t('correct.amountHint') : undefined}
            error={shown.error('amount')}
            kind={AMOUNT_KINDS[currency]}
            show={(value) => formatAmount(value, currency, i18n.language)}
            typed={shown.typed('amount')}
            chosen={shown.typed('amountRead')}
            preset={formatInField(escrow.amount, i18n.language)}
          />
        </div>
        {CORRECTABLE_TEXTS.map((name) => (
          <TermField name={name} shown={shown} now={escrow.texts[name]} rows={3} key={name} />
        ))}
      </SheetPart>
      <SheetPart title={t('submit.receivingTitle')} hint={t('submit.walletFrom.typedText')}>
        {sellerEmail && (
          <Choice
            name="walletFrom"
            legend={t('submit.receivingTitle')}
            error={shown.error('walletFrom')}
            defaultValue={shown.typed('walletFrom') ?? (expected ? 'typed' : 'seller')}
            options={[
              { value: 'typed', label: t('submit.walletFrom.typed') },
              { value: 'seller', label: t('submit.walletFrom.seller'), consequence: t('correct.sellerText') },
            ]}
          />
        )}
        {/* A field with an error is shown whatever is chosen. */}
        <div className={shown.error('walletAddress') || shown.error('walletMemo') ? 'only' : 'only only--typed'}>
          <TextArea {...kept('walletAddress', expected?.address ?? '')} label={t('submit.wallet')} rows={1} code />
          <Field
            {...kept('walletMemo', expected?.memo ?? '')}
            label={t('submit.memo')}
            note={t('submit.memoNote')}
            code
            short
          />
        </div>
      </SheetPart>
      <div className="part">
        {sellerEmail && <p className="small muted">{t('correct.told', { email: sellerEmail })}</p>}
        <p className="small muted">{t('correct.rest')}</p>
        <Actions after>
          <Button disabled={isBusy}>{isBusy ? t('lookup.settle.busy') : t('correct.button')}</Button>
          <ButtonLink look="line" to={lookup}>
            {t('lookup.decision.back')}
          </ButtonLink>
        </Actions>
      </div>
    </Form>
  )
}
