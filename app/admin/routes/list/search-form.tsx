import { Form, useNavigation } from '@remix-run/react'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'

type SearchFormProps = { typed: string; error?: string | null }

/** One box for every ID, hash, address, memo or tag. */
export function SearchForm({ typed, error }: SearchFormProps) {
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="get" action="/admin-panel/lists" className="find no-print" role="search">
      <div className="inline">
        <Field
          name="q"
          label={t('lists.search')}
          hint={t('lists.searchHint')}
          error={error}
          defaultValue={typed}
          autoComplete="off"
          code
        />
        <Button disabled={isBusy}>{t('escrow.go')}</Button>
      </div>
    </Form>
  )
}
