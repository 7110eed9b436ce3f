import { Form, Link, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { FormToken } from '#app/kernel/ui/forms/form-token.tsx'
import { addressOf, type SubmitStep } from './steps.ts'

type StepFormProps = {
  step: SubmitStep
  /** Where the button leads instead of the next step. */
  next: SubmitStep | null
  token: string
  problems: Problem[]
  keep: (form: HTMLFormElement) => void
  /** Label of the button while idle. */
  button: string
  back?: SubmitStep
  /** Above the buttons. */
  before?: ReactNode
  children: ReactNode
}

/** The form of a step. The first button continues, so that Enter does, too. */
export function StepForm(props: StepFormProps) {
  const { step, next, token, problems, keep, button, back, before, children } = props
  const { t } = useTranslation()
  const isSending = useNavigation().formData !== undefined
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="answers"
      onSubmit={({ currentTarget }) => keep(currentTarget)}
    >
      {/* The key remounts the field: another token means another form. */}
      <FormToken token={token} key={token} />
      <input type="hidden" name="step" value={step} />
      {next && <input type="hidden" name="next" value={next} />}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        {button}
      </button>
      <ErrorSummary problems={problems} />
      {children}
      {before}
      <div className="walk__acts">
        <Button disabled={isSending}>{isSending ? t('submit.sending') : button}</Button>
        {back && (
          <Link to={addressOf(back, { token })} className={buttonClass('quiet')}>
            {t('submit.steps.back')}
          </Link>
        )}
      </div>
    </Form>
  )
}
