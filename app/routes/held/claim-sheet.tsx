import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import type { HeldEscrow } from './held-props.ts'

type ClaimProps = { escrow: Pick<HeldEscrow, 'transactionId'>; isBusy: boolean }

/** The date has passed on Stellar: the buyer asks for what was not released, and then signs for it. */
export function ClaimSheet({ escrow, isBusy }: ClaimProps) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('held.claim')} noPrint>
      <p>{t('held.exit.expiry')}</p>
      <Form method="post">
        <input type="hidden" name="txid" value={escrow.transactionId} />
        <Actions after>
          <Button name="intent" value="claim_back" disabled={isBusy}>
            {t('held.claim')}
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}
