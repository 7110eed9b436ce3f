import { Form, useNavigation } from '@remix-run/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { LONGEST_LABEL } from '#app/settings/domain/saved-wallet.ts'
import type { WalletView } from '#app/settings/queries/settings-pages.server.ts'

type SavedWalletProps = {
  wallet: WalletView
  shown: ShownAgain
  /** A label typed before the session ended: signing in again does not lose it. */
  typed: string | null
}

export function SavedWalletForm({ wallet, shown, typed }: SavedWalletProps) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const errorId = useId()
  const { id, asset, address, memo, label, isFirst } = wallet
  const name = label || `${asset} ${address.slice(0, 4)}…${address.slice(-4)}`
  const error = shown.error(`wallet-${id}`)
  return (
    <Sheet
      id={`wallet-${id}`}
      title={<bdi>{name}</bdi>}
      aside={isFirst && <Tag tone="good">{t('settings.wallets.first')}</Tag>}
      className="stack"
    >
      <p>
        <b>{asset}</b> <Purpose wallet={wallet} />
      </p>
      <p>
        <Code value={address} shape="even" size="small" /> {memo && t('submit.savedMemo', { memo })}
      </p>
      {error && (
        <p className="err" id={errorId}>
          <Sentence text={error} />
        </p>
      )}
      <Form method="post">
        <input type="hidden" name="wallet" value={id} />
        <Field
          name={`label-${id}`}
          label={t('settings.wallets.label')}
          error={shown.error(`label-${id}`)}
          defaultValue={shown.typed(`label-${id}`) ?? typed ?? label}
          maxLength={LONGEST_LABEL}
          autoComplete="off"
        />
        <Actions after>
          <Button look="line" size="small" name="intent" value="name" disabled={isBusy}>
            {t('settings.save')}
            <ActedOn>{name}</ActedOn>
          </Button>
          {!isFirst && (
            <Button
              look="line"
              size="small"
              name="intent"
              value="first"
              disabled={isBusy}
              aria-describedby={error ? errorId : undefined}
            >
              {t('settings.wallets.use')}
              <ActedOn>{name}</ActedOn>
            </Button>
          )}
          <Button look="quiet" size="small" name="intent" value="remove" disabled={isBusy}>
            {t('settings.wallets.remove')}
            <ActedOn>{name}</ActedOn>
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}

function Purpose({ wallet: { use, sellerEmail } }: { wallet: WalletView }) {
  const { t } = useTranslation()
  if (use === 'expected' && sellerEmail) return <>{t('settings.wallets.expectedOf', { email: sellerEmail })}</>
  return <>{t(`settings.wallets.${use}`)}</>
}
