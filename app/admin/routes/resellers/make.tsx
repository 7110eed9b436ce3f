import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { actionFieldsOf, actionProblemsOf } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { makeReseller, weighReseller } from '#app/fees/resellers/workflows/make-reseller.server.ts'
import { USUAL_ASSET } from '#app/kernel/domain/assets.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { deps } from '#app/runtime.server.ts'
import { codeFacts, whoFacts } from './asked-fact.ts'
import { useFactRows } from './fact-rows.tsx'
import { CouponCodeField, RateFields, useSaid, WhoFields } from './fields.tsx'
import { readTypedReseller } from './form.server.ts'

export const handle: PageHandle = { title: 'pages.newReseller' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const typed = { ...readTypedReseller(fields), reason: fields.get('reason') }
  if (fields.get('sure') === 'back') return data({ wrong: [], typed, sure: null })
  const asked = { ...typed, operatorId: operator.id }
  const answer = fields.get('sure') === 'yes' ? await makeReseller(deps, asked) : await weighReseller(deps, asked)
  if ('wrong' in answer) {
    const shown = shownWallets(typed, answer.wrong.filter(isRefusal))
    return data({ wrong: answer.wrong, typed: shown, sure: null }, { status: 400 })
  }
  if ('id' in answer) return redirect(`/admin-panel/resellers/${answer.id}?done=1`, 303)
  const { reseller, code } = answer
  return data({
    wrong: [],
    typed,
    sure: { email: reseller.email, facts: [...whoFacts(reseller), ...codeFacts(code.code, code)] },
  })
}

export default function NewReseller() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const acted = useAnswer<typeof action>()
  const say = useSaid()
  const rowsOf = useFactRows()
  const isBusy = useNavigation().state !== 'idle'
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  const typed: Record<string, string> = acted?.typed ?? { asset: USUAL_ASSET, locale: 'en' }
  if (acted?.sure) {
    const { email, facts } = acted.sure
    return (
      <SureBefore
        title={common('pages.newReseller')}
        text={t('resellers.madeText', { email })}
        facts={rowsOf(facts)}
        fields={Object.entries(typed)}
      />
    )
  }
  const returned = { form: '', typed, problems: say(acted?.wrong ?? []) }
  const field = actionFieldsOf('', returned)
  return (
    <Read>
      <PageHead title={common('pages.newReseller')} />
      <ErrorSummary problems={actionProblemsOf(returned)} />
      <Sheet>
        <Form method="post">
          <WhoFields field={field} />
          <CouponCodeField field={field} />
          <RateFields field={field} />
          <ReasonField {...field('reason')} rows={2} maxLength={500} aria-required />
          <Actions after>
            <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'decide.next')}</Button>
          </Actions>
        </Form>
      </Sheet>
    </Read>
  )
}
