import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findOwnDetail } from '#app/accounts/queries/own-account.server.ts'
import { findOwnCheck } from '#app/accounts/queries/own-check.server.ts'
import { AboutPerson } from '#app/accounts/ui/about-person.tsx'
import { CheckedNote } from '#app/accounts/ui/checked-note.tsx'
import { typedDetail } from '#app/accounts/web/about-fields.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { changeDetail } from '#app/accounts/workflows/own/change-detail.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { countryOptions } from '#app/kernel/i18n/country-options.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.about' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  return {
    detail: await findOwnDetail(deps.db, viewer.id),
    check: await findOwnCheck(deps.db, viewer.id),
    countries: countryOptions(await readerLanguage(request)),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { id: userId } = await requireVisit('/settings', request)
  const typed = typedDetail(await readFields(request))
  const t = translatorFor(await readerLanguage(request))
  const minutes = await minutesToWait('change_detail_by_user', userId)
  if (minutes !== null) {
    return data({ problems: [{ text: t('form.wait', { count: minutes }) }], values: typed }, { status: 429 })
  }
  const changed = await changeDetail(deps, { userId, typed })
  if (!isRefusal(changed)) return redirect('/settings?done=about', 303)
  const problems = [{ field: changed.field, text: refusalText(t, changed) }]
  return data({ problems, values: typed }, { status: 400 })
}

export default function About() {
  const { t } = useTranslation()
  const { detail, check, countries } = useLoaderData<typeof loader>()
  const isSending = useNavigation().state !== 'idle'
  const refused = useAnswer<typeof action>()
  const { problems, error, typed } = shownAgain(refused)
  const known: Record<string, string> = detail
  return (
    <Read>
      <PageHead title={t('pages.about')} />
      {check && <CheckedNote asked={check.asked} />}
      <Form method="post" className="sheet">
        <ErrorSummary problems={problems} />
        <div className="part">
          <AboutPerson countries={countries} error={error} typed={(field) => typed(field) ?? known[field]} />
          <Actions after>
            <Button disabled={isSending}>{t(isSending ? 'about.saving' : 'settings.save')}</Button>
          </Actions>
        </div>
      </Form>
      <Actions after>
        <ButtonLink look="line" to="/settings">
          {t('nav.account')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
