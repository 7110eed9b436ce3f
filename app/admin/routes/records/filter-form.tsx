import { useTranslation } from 'react-i18next'
import type { RecordView, TypedRecords } from '#app/admin/queries/records.server.ts'
import { DayFields, errorIn, FilterForm } from '#app/admin/routes/forms/filter-form.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'

type FilterFormProps = { typed: TypedRecords; problems: readonly Problem[] }

/** Filters the access records. Empty fields filter nothing. */
export function RecordsFilter({ typed, problems }: FilterFormProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const error = errorIn(problems)
  return (
    <FilterForm isLong>
      <Field
        name="email"
        // Not type="email": the page itself reports mistakes, with what was typed.
        inputMode="email"
        label={common('login.email')}
        error={error('email')}
        defaultValue={typed.email}
        autoComplete="off"
      />
      <Field
        name="txid"
        label={t('escrow.search')}
        error={error('txid')}
        defaultValue={typed.txid}
        autoComplete="off"
        code
      />
      <Select
        name="kind"
        label={t('records.kindLabel')}
        defaultValue={typed.kind}
        options={[
          { value: '', label: t('records.anyKind') },
          ...KINDS.map((kind) => ({ value: kind, label: t(`records.kind.${kind}`) })),
        ]}
      />
      <Field name="place" label={t('records.place')} defaultValue={typed.place} autoComplete="off" code />
      <DayFields typed={typed} error={error} />
    </FilterForm>
  )
}

/** In display order; the type requires every kind. */
const KINDS = Object.keys({
  signed_in: 0,
  sign_in_failed: 0,
  too_many_tries: 0,
  role_denied: 0,
  foreign_form: 0,
  file_downloaded: 0,
  file_previewed: 0,
  file_refused: 0,
  statement_read: 0,
  statement_refused: 0,
  records_read: 0,
} satisfies Record<RecordView['kind'], 0>) as RecordView['kind'][]
