import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

type FilterFormProps = {
  csvPath?: string
  /** More fields than fit in a row. */
  isLong?: boolean
  hint?: string
  children: ReactNode
}

/**
 * The filter of a list, kept in the URL so that it can be shared and bookmarked. Give it a `key` of the filter:
 * otherwise fields that nobody touched would keep the values of another list.
 */
export function FilterForm({ csvPath, isLong = false, hint, children }: FilterFormProps) {
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="get" className="sheet no-print" role="search">
      <div className="sheet__in">
        <div className={classNames('records__filter', !isLong && 'lists__filter')}>{children}</div>
        <Actions after>
          <Button disabled={isBusy}>{t('escrow.go')}</Button>
          {csvPath && (
            <ButtonLink look="line" to={csvPath} reloadDocument>
              {t('lists.csv')}
            </ButtonLink>
          )}
        </Actions>
        {hint && <p className="small muted more">{hint}</p>}
      </div>
    </Form>
  )
}

type DayFieldsProps = { typed: { from: string; to: string }; error: (field: string) => string | null }

export function DayFields({ typed, error }: DayFieldsProps) {
  const t = useAdmin()
  return (
    <>
      <Field name="from" type="date" label={t('records.from')} error={error('from')} defaultValue={typed.from} />
      <Field name="to" type="date" label={t('records.to')} error={error('to')} defaultValue={typed.to} />
    </>
  )
}

export function errorIn(problems: readonly Problem[]) {
  return (field: string) => problems.find((problem) => problem.field === field)?.text ?? null
}
