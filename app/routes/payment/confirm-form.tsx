import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Actions } from '#app/ui/page.tsx'
import { type RefusedForm, shownAgain } from '#app/ui/refused-form.ts'
import { Sheet } from '#app/ui/sheet.tsx'

/** For those who do not want to wait for the watcher: the payment is looked up by its hash at once. */
export function ConfirmForm({ refused }: { refused: RefusedForm | undefined }) {
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
    </Sheet>
  )
}
