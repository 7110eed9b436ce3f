import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type AdminAction, LONGEST_REASON } from '#app/admin/domain/admin-action.ts'
import type { ActionOn } from '#app/admin/queries/admin-action.server.ts'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { ActedOnSubject } from './acted-on.tsx'

type Page = { act: AdminAction; on: ActionOn; subject: string | null }
type Typed = { reason: string; email: string; seen: number }

/** The key below `acts`: a note has one for persons and escrows. */
const wordOf = (act: AdminAction) => (act === 'note_person' || act === 'note_escrow' ? 'note' : act)

type ActionFormProps = { page: Page; refusal: Refusal | null; typed: Typed | null }

/** Shows the action and its subject, and asks for the reason. */
export function ActionPageForm({ page: { act, on, subject }, refusal, typed }: ActionFormProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  const word = wordOf(act)
  const text = refusal && refusalText(common, refusal)
  const error = (field: string) => (refusal?.field === field ? text : null)
  return (
    <Read>
      <PageHead title={t(`acts.${word}.label`)} lead={t(`acts.${word}.text`)} />
      {text && <ErrorSummary problems={[{ text, ...(refusal?.field && { field: refusal.field }) }]} />}
      <ActedOnSubject on={on} subject={subject} />
      <Form method="post" className="sheet">
        <div className="part">
          {on.on === 'letter' && <input type="hidden" name="seen" value={typed?.seen ?? on.again} />}
          {act === 'correct_address' && (
            <Field
              name="email"
              // Not type="email": the page itself reports mistakes, with what was typed.
              inputMode="email"
              label={common('account.email.new')}
              error={error('email')}
              defaultValue={typed?.email ?? ''}
              autoComplete="off"
              aria-required
            />
          )}
          <ReasonField
            name="reason"
            rows={4}
            maxLength={LONGEST_REASON}
            label={t(word === 'note' ? 'acts.note.field' : 'payouts.reason')}
            error={error('reason')}
            defaultValue={typed?.reason ?? ''}
            aria-required
          />
          <Actions after>
            <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'decide.next')}</Button>
            <ButtonLink look="line" to={on.back}>
              {t('decide.back')}
            </ButtonLink>
          </Actions>
        </div>
      </Form>
    </Read>
  )
}

export function SureBeforeAction({ page: { act, on, subject }, asked }: { page: Page; asked: Typed }) {
  const t = useAdmin()
  const word = wordOf(act)
  const { email, reason, seen } = asked
  return (
    <SureBefore
      title={t('acts.sure')}
      text={t(`acts.${word}.text`)}
      fields={Object.entries({ email, reason, seen: String(seen) })}
      said={{
        title: t(`acts.${word}.label`),
        text: reason,
        above: email !== '' && (
          <p>
            <b>
              <Email address={email} />
            </b>
          </p>
        ),
      }}
      back={on.back}
    >
      <ActedOnSubject on={on} subject={subject} />
    </SureBefore>
  )
}
