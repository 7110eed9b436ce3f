import { Form, Link, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { FormToken } from '#app/kernel/ui/forms/form-token.tsx'
import { addressOf, type Step } from './steps.ts'

type StepFormProps = {
  step: Step
  /** Where its button leads, unless to the next step. */
  next: Step | null
  token: string
  problems: Problem[]
  keep: (form: HTMLFormElement) => void
  /** On the button while nothing is under way. */
  button: string
  back?: Step
  /** Above the buttons, outside of what is filled in. */
  before?: ReactNode
  children: ReactNode
}

/** The form of a step. Its first button goes on, so that Enter does nothing else. */
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
      {/* The form of another number is another form. */}
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
