import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { QuoteView } from '#app/fees/queries/payment-page.server.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { ClaimAdviceNote } from './claim-advice.tsx'
import type { RefusedPayment } from './form.server.ts'

type ConfirmFormProps = { quote: QuoteView; refused: RefusedPayment | undefined }

/** Looks the payment up by its hash at once, for payers who do not want to wait for the watcher. */
export function ConfirmForm({ quote, refused }: ConfirmFormProps) {
  const { t } = useTranslation()
  const isConfirming = useNavigation().formData?.get('intent') === 'confirm'
  const { error, typed } = shownAgain(refused)
  return (
    <Sheet title={t('payment.paidAlready')} noPrint>
      <Form method="post">
        <Field
          name="hash"
          label={t('payment.hash')}
          hint={t('payment.hashHint')}
          error={error('hash')}
          defaultValue={typed('hash')}
          maxLength={200}
          code
        />
        <Actions after>
          <Button name="intent" value="confirm" look="line" disabled={isConfirming}>
            {isConfirming ? t('payment.confirming') : t('payment.confirm')}
          </Button>
        </Actions>
      </Form>
      {refused?.claim && <ClaimAdviceNote claim={refused.claim} quote={quote} />}
    </Sheet>
  )
}
