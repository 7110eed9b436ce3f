import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'

type PickProps = {
  /** The label of the choice: "Receiving wallet". Absent when the sentence says it. */
  what?: string
  /** The current choice. */
  is: ReactNode
  consequence?: ReactNode
  /** True when something inside is wrong or has to be seen. */
  open?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A choice with a good default, as a row: its value, what follows, "Change" for its fields. Sent when closed, too. */
export function Pick({ what, is, consequence, open = false, className, children }: PickProps) {
  const { t } = useTranslation()
  return (
    <details className={classNames('pick', className)} open={open}>
      <summary>
        <span>
          {what && <span className="pick__what">{what} </span>}
          <span className="pick__is">{is}</span>
        </span>{' '}
        <span className="pick__go">
          <span className="pick__shut">{t('ui.change')}</span>
          <span className="pick__open">{t('ui.close')}</span>
        </span>
        {consequence && <span className="pick__then"> {consequence}</span>}
      </summary>
      <div className="pick__in">{children}</div>
    </details>
  )
}
