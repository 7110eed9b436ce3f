import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { FoundReceipt } from '#app/records/statement/queries/fee-receipt.server.ts'

type MakeOutProps = { billing: FoundReceipt['billing']; number: string; refused: RefusedForm | null }

/** For the payer's accountant: whom the receipt is made out to, while that can be changed. */
export function MakeOut({ billing, number, refused }: MakeOutProps) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const { begin, isSaid, until, isOpen } = billing
  const { error, typed } = shownAgain(refused)
  if (!isOpen) {
    return (
      <Sheet title={t('receipt.accountant')} noPrint>
        <p className="small muted">{t('receipt.settled')}</p>
      </Sheet>
    )
  }
  return (
    <Sheet id="accountant" title={t('receipt.accountant')} className="stack" noPrint>
      <p className="small muted">
        {until ? (
          <MomentSentence at={until} text={(time) => t('receipt.correctable', { time })} />
        ) : (
          t('receipt.accountantText')
        )}
      </p>
      <Form method="post">
        <input type="hidden" name="number" value={number} />
        <Field
          name="billedName"
          label={t('company.name')}
          error={error('billedName')}
          defaultValue={typed('billedName') ?? begin.name ?? ''}
          autoComplete="organization"
        />
        <TextArea
          name="billedAddress"
          label={t('company.address')}
          error={error('billedAddress')}
          defaultValue={typed('billedAddress') ?? begin.address ?? ''}
          autoComplete="street-address"
          rows={3}
        />
        <Field
          name="billedTaxNumber"
          label={t('receipt.taxNumber')}
          error={error('billedTaxNumber')}
          defaultValue={typed('billedTaxNumber') ?? begin.taxNumber ?? ''}
          autoComplete="off"
          short
        />
        <Actions after>
          <Button look={isSaid ? 'line' : 'filled'} disabled={isBusy}>
            {isBusy ? t('lookup.settle.busy') : t('settings.save')}
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}
