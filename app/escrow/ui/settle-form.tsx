import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { type SettleIntent, settleFieldId } from '#app/escrow/domain/settle-intents.ts'
import { takesTag } from '#app/kernel/domain/assets.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** The result of the last form that was sent. */
export type RefusedSettling = { intent: SettleIntent; problem: Problem | null; values: Record<string, string> }

/** The part of the escrow that is shown, and the form that was just refused, if any. */
export type SettlingProps<Shown extends EscrowDetails = EscrowDetails> = {
  escrow: Shown
  refused: RefusedSettling | null
}

export function shownIn(intent: SettleIntent, refused: RefusedSettling | null) {
  const own = refused?.intent === intent ? refused : null
  return {
    wasRefused: own !== null,
    field: (name: string) => ({
      name,
      id: settleFieldId(intent, name),
      error: own?.problem?.field === settleFieldId(intent, name) ? own.problem.text : null,
      defaultValue: own?.values[name],
    }),
  }
}

type SettleFormProps = {
  escrow: EscrowDetails
  intent: SettleIntent
  button: string
  look?: 'filled' | 'line'
  /** The page whose action handles it; default: its own. */
  page?: string
  children?: ReactNode
}

/** One request, with a button that names it. Works without JavaScript. */
export function SettleForm({ escrow, intent, button, look = 'line', page, children }: SettleFormProps) {
  const { t } = useTranslation()
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle'
  const isOwn = isBusy && formData?.get('intent') === intent
  return (
    <Form method="post" action={page} className="settle no-print">
      <input type="hidden" name="txid" value={escrow.transactionId} />
      {children}
      <Actions after={children !== undefined}>
        <Button name="intent" value={intent} look={look} disabled={isBusy}>
          {isOwn ? t('lookup.settle.busy') : button}
        </Button>
      </Actions>
    </Form>
  )
}

type WalletFieldsProps = SettlingProps & {
  intent: SettleIntent
  /** The fields' first values. For a refund: what was stated before, or the wallet that the buyer pays from. */
  preset: Wallet | null
  /** The prefix of the field names. */
  of?: 'refund' | 'wallet'
}

/** Where money goes, as its payee states it. An on-chain escrow refunds only the depositing wallet: no fields. */
export function WalletFields({ escrow, refused, intent, ...props }: WalletFieldsProps) {
  const { t } = useTranslation()
  const { currency } = escrow
  const { preset, of = 'refund' } = props
  const shown = shownIn(intent, refused)
  const address = shown.field(`${of}Address`)
  const memo = shown.field(`${of}Memo`)
  if (escrow.custody.wallets === 'agreed' && of === 'refund') return null
  return (
    // What was read out of a pasted name replaces it in the fields.
    <Fragment key={address.error ? `read:${address.defaultValue}` : 'typed'}>
      <TextArea
        {...address}
        label={t('lookup.settle.wallet.address', { currency })}
        defaultValue={address.defaultValue ?? preset?.address}
        rows={1}
        code
      />
      <Field
        {...memo}
        label={t(takesTag(currency) ? 'ui.pay.tag' : 'ui.pay.memo')}
        hint={t('lookup.settle.wallet.memoHint')}
        defaultValue={memo.defaultValue ?? preset?.memo ?? undefined}
        code
        short
      />
    </Fragment>
  )
}
