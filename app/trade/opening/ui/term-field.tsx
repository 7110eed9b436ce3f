import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rulesOf, type TextName } from '#app/escrow/domain/escrow-terms.ts'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'

type TermFieldProps = { name: TextName; shown: ShownAgain; now?: string; rows: number; note?: ReactNode }

/** A term in the buyer's words: as typed, or the current one (`now`). A single line if its length is limited. */
export function TermField({ name, shown, now, rows, note }: TermFieldProps) {
  const { t } = useTranslation()
  const { label, hint, most } = rulesOf(name)
  const field = {
    name,
    label: t(label),
    hint: t(hint),
    note,
    error: shown.error(name),
    defaultValue: shown.typed(name) ?? now,
  }
  return most === undefined ? <TextArea {...field} rows={rows} /> : <Field {...field} maxLength={most} />
}
