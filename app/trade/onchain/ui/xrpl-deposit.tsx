import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { onchainAction } from './onchain-action.ts'

/** What nobody can undo after the deposit, shown before the wallet is asked. `until`: ISO 8601. */
export function XrplWarning({ until, sellerWallet }: { until: string; sellerWallet: string }) {
  const { t } = useTranslation()
  return (
    <Note tone="attention" title={t('held.final.title')}>
      <ul>
        <li>
          <MomentSentence at={until} text={(time) => t('held.final.refund', { time })} />
        </li>
        <li>{t('held.final.division')}</li>
        <li>
          {t('held.final.wallet')} <Code value={sellerWallet} size="small" />
        </li>
        <li>{t('held.final.deposit')}</li>
      </ul>
    </Note>
  )
}

type XrplDepositProps = {
  transactionId: string
  json: string
  /** About when it expires, ISO 8601. */
  validUntil: string
  /** After a refusal: the reason, and the typed hash. */
  error: string | null
  typed: string | undefined
  isBusy: boolean
}

/** The transaction as JSON, and a field for the hash of the transaction that the wallet has sent. */
export function XrplDeposit({ transactionId, json, validUntil, error, typed, isBusy }: XrplDepositProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        name="json"
        label={t('held.lock.unsigned')}
        hint={<MomentSentence at={validUntil} text={(time) => t('held.lock.jsonHint', { time })} />}
        defaultValue={json}
        key={json}
        rows={16}
        readOnly
        code
        after={<CopyButton value={json} what={t('held.lock.unsigned')} />}
      />
      <Form method="post" action={onchainAction(transactionId)}>
        <input type="hidden" name="txid" value={transactionId} />
        <Field
          name="lockHash"
          label={t('held.lock.hash')}
          hint={t('held.lock.hashHint')}
          error={error}
          defaultValue={typed}
          code
        />
        <Actions after>
          <Button name="intent" value="state_lock" disabled={isBusy}>
            {t('held.lock.look')}
          </Button>
        </Actions>
      </Form>
    </>
  )
}
