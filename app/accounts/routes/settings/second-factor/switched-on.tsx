import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '#app/accounts/ui/code-field.tsx'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { Button, ButtonLink, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { PrintButton } from '#app/kernel/ui/page/print-button.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type Refused = (RefusedForm & { intent: string }) | undefined
type SwitchedOnProps = { on: { since: string; codesLeft: number }; email: string; refused: Refused }

export function SwitchedOn({ on, email, refused }: SwitchedOnProps) {
  const { t } = useTranslation()
  return (
    <>
      <ErrorSummary problems={refused?.problems ?? []} />
      <Sheet title={t('account.twoStep.on')}>
        <p>
          <MomentSentence at={on.since} text={(time) => t('account.signIn.on', { time })} />
        </p>
        <p>{t('account.twoStep.left', { number: on.codesLeft })}</p>
        <Proved intent="renew" email={email} refused={refused} />
        <Proved intent="off" email={email} refused={refused} />
      </Sheet>
    </>
  )
}

const WORDS = {
  renew: { button: 'account.twoStep.renew', text: 'account.twoStep.renewText' },
  off: { button: 'account.twoStep.off', text: 'account.twoStep.offText' },
} as const

/** A form that takes the password and a code; open where it was refused. */
function Proved({ intent, email, refused }: { intent: keyof typeof WORDS; email: string; refused: Refused }) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const own = refused?.intent === intent ? refused : undefined
  const { error } = shownAgain(own)
  const words = WORDS[intent]
  return (
    <Disclosure summary={t(words.button)} look="act" open={own !== undefined}>
      <Form method="post">
        <p>{t(words.text)}</p>
        <input type="hidden" name="intent" value={intent} />
        <AccountEmail email={email} />
        <PasswordField id={`password-${intent}`} error={error(`password-${intent}`)} />
        <CodeField name="code" id={`code-${intent}`} hint={t('login.code.hint')} error={error(`code-${intent}`)} />
        <Actions after>
          <Button disabled={isSending}>{t(words.button)}</Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}

/** Shown once. The file is in the page itself: nothing is fetched that could be logged. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Read>
      <PageHead title={t('account.twoStep.codes')} lead={t('account.twoStep.codesText')} />
      <Sheet>
        <ul className="payments">
          {codes.map((code) => (
            <li key={code}>
              <Code value={code} group={code.length} />
            </li>
          ))}
        </ul>
        <Actions after>
          <CopyButton value={text} what={t('account.twoStep.codes')} />
          <a
            className={buttonClass('line', 'small')}
            download="quayside-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          >
            {t('account.twoStep.download')}
          </a>
          <PrintButton size="small">{t('account.twoStep.print')}</PrintButton>
        </Actions>
      </Sheet>
      <Actions after>
        <ButtonLink to="/settings" reloadDocument>
          {t('account.twoStep.kept')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
