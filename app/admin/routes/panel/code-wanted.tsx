import { Form, useLocation, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '#app/accounts/ui/code-field.tsx'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { useAdmin } from './words.tsx'

/** The answer of accounts/web/admin-action.server.ts. */
type CodeWanted = {
  sent: [name: string, value: string][]
  field: string
  problem: Refusal | { minutes: number } | null
}

/** Asks for a code before an action with money; everything that was sent goes along. */
export function CodeWantedPage({ wanted: { sent, field, problem } }: { wanted: CodeWanted }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  const { pathname, search } = useLocation()
  const isWrong = problem !== null && isRefusal(problem)
  const text = problem && (isWrong ? refusalText(common, problem) : common('form.wait', { count: problem.minutes }))
  return (
    <Read>
      <PageHead title={common('pages.loginCode')} lead={t('stepUp.lead')} />
      <Form method="post" className="sheet">
        <ErrorSummary problems={text ? [{ text, ...(isWrong && { field }) }] : []} />
        <div className="part">
          {sent.map(([name, value], place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same name may come twice, in its order
            <input key={place} type="hidden" name={name} value={value} />
          ))}
          <CodeField name={field} hint={common('login.code.hint')} error={isWrong ? text : null} />
          <Actions after>
            <Button disabled={isBusy}>{isBusy ? t('decide.working') : t('stepUp.send')}</Button>
            <ButtonLink look="line" to={pathname + search}>
              {t('decide.back')}
            </ButtonLink>
          </Actions>
        </div>
      </Form>
    </Read>
  )
}
