import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'

type PickProps = {
  /** What is chosen here: "Receiving wallet". None where the sentence says it. */
  what?: string
  /** What is chosen now. */
  is: ReactNode
  /** What follows from it. */
  consequence?: ReactNode
  /** Something in it is wrong, or has to be seen. */
  open?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A choice with a good default, as a row: what it is, what follows, and "Change" that opens its fields. Sent as it stands when closed. */
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
