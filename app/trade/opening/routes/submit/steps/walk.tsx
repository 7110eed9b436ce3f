import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { addressOf, fieldPlaceOf, SUBMIT_STEPS, type SubmitStep } from './steps.ts'

type WalkProps = {
  at: SubmitStep
  /** Number of completed steps. */
  filled: number
  token: string
  note?: ReactNode
  children: ReactNode
}

/** Progress, links to completed steps, and the form of the current one. */
export function Walk({ at, filled, token, note, children }: WalkProps) {
  const { t } = useTranslation()
  return (
    <div className="walk">
      <h1 className="walk__head">{t('nav.submit')}</h1>
      <div className="walk__side">
        <nav
          className="walk__steps"
          aria-label={t('submit.steps.now', { step: fieldPlaceOf(at) + 1, steps: SUBMIT_STEPS.length })}
        >
          <ol>
            {SUBMIT_STEPS.map((step) => (
              <StepMark key={step} step={step} at={at} filled={filled} token={token} />
            ))}
          </ol>
        </nav>
        <p className="walk__rail">{t('submit.steps.kept')}</p>
      </div>
      <div className="walk__main">
        {note}
        {children}
      </div>
    </div>
  )
}

function StepMark({ step, at, filled, token }: { step: SubmitStep } & Pick<WalkProps, 'at' | 'filled' | 'token'>) {
  const { t } = useTranslation()
  const isDone = step !== at && fieldPlaceOf(step) < filled
  const words = t(`submit.steps.${step}`)
  return (
    <li aria-current={step === at ? 'step' : undefined} className={isDone ? 'is-done' : undefined}>
      <span className="walk__n" aria-hidden="true">
        {isDone ? <Icon name="check" /> : fieldPlaceOf(step) + 1}
      </span>
      <span>
        {isDone ? (
          <>
            <span className="vh">{t('submit.steps.done')} </span>
            <Link to={addressOf(step, { token, ...(at === 'check' && { next: 'check' }) })}>{words}</Link>
          </>
        ) : (
          words
        )}
      </span>
    </li>
  )
}
