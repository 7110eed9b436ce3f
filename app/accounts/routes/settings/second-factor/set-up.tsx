import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '#app/accounts/ui/code-field.tsx'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { CopyRow } from '#app/kernel/ui/text/code.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { QrCode } from '#app/ledgers/references/ui/qr-code.tsx'

type Refused = { refused: RefusedForm | undefined }

/** Asks for the password first: whoever finds the browser open must not lock its owner out. */
export function Begin({ email, refused }: { email: string } & Refused) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error } = shownAgain(refused)
  return (
    <Form method="post" className="sheet">
      <ErrorSummary problems={problems} />
      <div className="part">
        <input type="hidden" name="intent" value="begin" />
        <AccountEmail email={email} />
        <PasswordField id="password-begin" error={error('password-begin')} />
        <Actions after>
          <Button disabled={isSending}>{t('account.twoStep.begin')}</Button>
        </Actions>
      </div>
    </Form>
  )
}

type Secret = { secret: string; link: string; drawing: QrDrawing }

export function SetUp({ secret, refused }: { secret: Secret } & Refused) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error } = shownAgain(refused)
  return (
    <Form method="post" className="sheet">
      <ErrorSummary problems={problems} />
      <div className="part">
        <p>{t('account.twoStep.scan')}</p>
        <div className="qr">
          <QrCode drawing={secret.drawing} label={t('pages.secondFactor')} />
          <a className="b b--line b--small" href={secret.link}>
            {t('account.twoStep.open')}
          </a>
        </div>
        <p className="small">{t('account.twoStep.key')}</p>
        <CopyRow value={secret.secret} what={t('account.twoStep.key')} />
      </div>
      <div className="part">
        <p>{t('account.twoStep.first')}</p>
        <input type="hidden" name="intent" value="confirm" />
        <CodeField name="code" id="code-confirm" error={error('code-confirm')} />
        <Actions after>
          <Button disabled={isSending}>{t('account.twoStep.confirm')}</Button>
        </Actions>
      </div>
    </Form>
  )
}
