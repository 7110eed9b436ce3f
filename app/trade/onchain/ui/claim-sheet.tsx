import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { onchainAction } from './onchain-action.ts'

/** Stellar, after the ledger date: the buyer's form to claim what was not released. */
export function ClaimSheet({ transactionId, isBusy }: { transactionId: string; isBusy: boolean }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('held.claim')} noPrint>
      <p>{t('held.claiming.text')}</p>
      <Form method="post" action={onchainAction(transactionId)}>
        <input type="hidden" name="txid" value={transactionId} />
        <Actions after>
          <Button name="intent" value="claim_back" disabled={isBusy}>
            {t('held.claiming.button')}
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}
