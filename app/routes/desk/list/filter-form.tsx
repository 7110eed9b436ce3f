import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LIST_FACTS, type ListName } from '#app/domain/desk/lists.ts'
import { ASSETS } from '#app/domain/kernel/assets.ts'
import type { TypedFilter } from '#app/queries/desk/lists/desk-list.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import type { Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { nameOfState } from './words.ts'

type FilterFormProps = {
  list: ListName
  typed: TypedFilter
  problems: readonly Problem[]
  /** The address of the same list as a file. */
  csvPath: string
  /** How many rows such a file has at most, as it is read. */
  most: string
}

/** What the list is to show. It stands in the address, so that a list can be sent to somebody, and kept. */
export function FilterForm({ list, typed, problems, csvPath, most }: FilterFormProps) {
  const { t: common } = useTranslation()
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  const error = (field: string) => problems.find((problem) => problem.field === field)?.text ?? null
  const { states, hasAsset, isSearched } = LIST_FACTS[list]
  const any = { value: '', label: t('records.anyKind') }
  return (
    // Another list is another form: fields that nobody has touched would keep what they had.
    <Form method="get" className="sheet no-print" role="search" key={JSON.stringify([list, typed])}>
      <div className="sheet__in">
        <div className="records__filter lists__filter">
          {isSearched && (
            <Field
              name="q"
              label={t('lists.search')}
              hint={t('lists.searchHint')}
              error={error('q')}
              defaultValue={typed.q}
              autoComplete="off"
              code
            />
          )}
          {states.length > 0 && (
            <Select
              name="state"
              label={t('lists.column.state')}
              defaultValue={typed.state}
              options={[any, ...states.map((value) => ({ value, label: nameOfState(value, { t, common }) ?? value }))]}
            />
          )}
          {hasAsset && (
            <Select
              name="asset"
              label={common('submit.currency')}
              defaultValue={typed.asset}
              options={[any, ...ASSETS.map((value) => ({ value, label: value }))]}
            />
          )}
          <Field name="from" type="date" label={t('records.from')} error={error('from')} defaultValue={typed.from} />
          <Field name="to" type="date" label={t('records.to')} error={error('to')} defaultValue={typed.to} />
        </div>
        <Actions after>
          <Button disabled={isBusy}>{t('escrow.go')}</Button>
          <ButtonLink look="line" to={csvPath} reloadDocument>
            {t('lists.csv')}
          </ButtonLink>
        </Actions>
        <p className="small muted more">{t('lists.csvHint', { most })}</p>
      </div>
    </Form>
  )
}
