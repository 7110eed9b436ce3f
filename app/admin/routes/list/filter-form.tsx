import { useTranslation } from 'react-i18next'
import { type AdminListName, LIST_FACTS } from '#app/admin/domain/lists.ts'
import type { TypedFilter } from '#app/admin/queries/lists/admin-list.server.ts'
import { DayFields, errorIn, FilterForm } from '#app/admin/routes/forms/filter-form.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'
import { nameOfState } from './words.ts'

type FilterFormProps = {
  list: AdminListName
  typed: TypedFilter
  problems: readonly Problem[]
  csvPath: string
  /** The most rows of the CSV file, as formatted text. */
  most: string
}

export function ListFilterForm({ list, typed, problems, csvPath, most }: FilterFormProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const error = errorIn(problems)
  const { states, hasAsset, isSearched } = LIST_FACTS[list]
  const any = { value: '', label: t('records.anyKind') }
  return (
    <FilterForm csvPath={csvPath} hint={t('lists.csvHint', { most })}>
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
      <DayFields typed={typed} error={error} />
    </FilterForm>
  )
}
