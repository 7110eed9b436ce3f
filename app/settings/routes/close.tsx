import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findTwoStep } from '#app/accounts/queries/own-account.server.ts'
import { CodeField } from '#app/accounts/ui/code-field.tsx'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { withinPasswordLimit } from '#app/accounts/web/own-password.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { withinCodeLimits } from '#app/accounts/web/second-step.server.ts'
import { endSession } from '#app/accounts/web/session.server.ts'
import { refuseStill, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { OpenWork } from '#app/settings/domain/closing.ts'
import { loadClosing } from '#app/settings/queries/settings-pages.server.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'

export const handle: PageHandle = { title: 'settings.close.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const asked = { userId: viewer.id, now: deps.clock.now(), years: deps.settings.screening.keepYears }
  const { open, openCount, ...until } = await loadClosing(deps.db, asked)
  return {
    email: viewer.email,
    isOperator: viewer.role === 'admin',
    page: viewer.role === 'seller' ? ('/seller-confirm' as const) : ('/transaction-lookup' as const),
    hasSecondFactor: (await findTwoStep(deps.db, viewer.id)) !== null,
    open,
    more: openCount - open.length,
    ...until,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/settings', request)
  const { id: userId } = viewer
  const fields = await readFields(request)
  const t = translatorFor(await readerLanguage(request))
  const refuseAll = (problems: RefusedForm['problems'], status = 400) =>
    data<RefusedForm>({ problems, values: { sure: fields.isTicked('sure') ? 'on' : '' } }, { status })
  const refuse = (problem: RefusedForm['problems'][number], status?: number) => refuseAll([problem], status)

  const still = refuseStill(viewer)
  if (still) return refuse({ text: refusalText(t, still) })
  const [password, code] = [fields.getExact('password'), fields.get('code')]
  const missing = [
    ...(password === '' ? [{ field: 'password', text: t('register.passwordMissing') }] : []),
    ...(fields.isTicked('sure') ? [] : [{ field: 'sure', text: t('settings.close.sureMissing') }]),
  ]
  if (missing.length > 0) return refuseAll(missing)
  const closed = await withinPasswordLimit(userId, () =>
    code === ''
      ? closeAccount(deps, { userId, password, code })
      : withinCodeLimits({ userId, code }, () => closeAccount(deps, { userId, password, code })),
  )
  if (isRefusal(closed)) return refuse({ field: closed.field, text: refusalText(t, closed) })
  if (closed) return refuse({ text: t('form.wait', { count: closed.minutes }) }, 429)
  return redirect('/?closed=1', { status: 303, headers: { 'Set-Cookie': await endSession(request) } })
}

export default function Close() {
  const { t } = useTranslation()
  const { isOperator, open, more, page, ...form } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  return (
    <Read>
      <PageHead title={t('settings.close.title')} lead={t('settings.close.text')} />
      {isOperator && <Note tone="waiting" title={t('refusal.operator_not_closed')} />}
      {open.length > 0 && (
        <Sheet title={t('settings.close.openTitle')} className="stack">
          <OpenWorks open={open} page={page} />
          {more > 0 && <p>{t('settings.close.more', { number: more })}</p>}
        </Sheet>
      )}
      {!isOperator && open.length === 0 && <CloseForm {...form} refused={refused} />}
      {refused && open.length > 0 && <ErrorSummary problems={refused.problems} />}
      <Actions after>
        <ButtonLink look="line" to="/settings">
          {t('nav.account')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}

function OpenWorks({ open, page }: { open: OpenWork[]; page: string }) {
  const { t } = useTranslation()
  const escrows = open.filter(({ kind }) => kind === 'escrow')
  const has = (kind: OpenWork['kind']) => open.some((work) => work.kind === kind)
  return (
    <>
      {has('fee') && (
        <p>
          <Link to="/payment">{t('settings.close.open.fee')}</Link>
        </p>
      )}
      {has('check') && (
        <p>
          <Link to="/contact">{t('settings.close.open.check')}</Link>
        </p>
      )}
      {has('case') && (
        <p>
          <Link to="/contact">{t('settings.close.open.case')}</Link>
        </p>
      )}
      {escrows.length > 0 && (
        <>
          <p>{t('settings.close.open.escrow')}</p>
          <ul className="payments">
            {escrows.map(({ subject }) => (
              <li key={subject}>
                <Link to={`${page}?txid=${subject}`}>
                  <InlineCode size="small">{subject}</InlineCode>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type CloseFormProps = {
  email: string
  hasSecondFactor: boolean
  /** ISO 8601; null: nothing of the person has to be kept. */
  keptUntil: string | null
  comparedUntil: string
  refused: RefusedForm | undefined
}

/** Shows what goes and what stays before anything is pressed; asks for password and code. */
function CloseForm({ email, hasSecondFactor, keptUntil, comparedUntil, refused }: CloseFormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error, typed } = shownAgain(refused)
  return (
    <Form method="post" className="sheet">
      <ErrorSummary problems={problems} />
      <section className="part stack">
        <h2>{t('settings.close.becomes')}</h2>
        <p>{t('settings.close.gone')}</p>
        <p>
          {keptUntil === null ? (
            t('settings.close.keptNothing')
          ) : (
            <MomentSentence at={keptUntil} as="day" text={(time) => t('settings.close.kept', { day: time })} />
          )}
        </p>
        <p>
          <MomentSentence at={comparedUntil} as="day" text={(time) => t('settings.close.compared', { day: time })} />
        </p>
        <p>{t('settings.close.ledger')}</p>
        <p>
          <Link to="/settings/export">{t('settings.export.title')}</Link>
        </p>
      </section>
      <div className="part">
        <AccountEmail email={email} />
        <PasswordField error={error('password')} />
        {hasSecondFactor && <CodeField name="code" hint={t('login.code.hint')} error={error('code')} />}
        <Checkbox
          name="sure"
          label={t('settings.close.sure')}
          error={error('sure')}
          defaultChecked={typed('sure') === 'on'}
          aria-required
        />
        <Actions after>
          <Button disabled={isSending}>{t('settings.close.button')}</Button>
        </Actions>
      </div>
    </Form>
  )
}
