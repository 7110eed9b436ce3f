import { Form, useNavigation } from '@remix-run/react'
import type { TypedResellerFilter } from '#app/queries/desk/resellers/reseller-list.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'

/** Which resellers are shown. It stands in the address, as the filter of every list does. */
export function ResellerFilterForm({ typed, csvPath }: { typed: TypedResellerFilter; csvPath: string }) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="get" className="sheet no-print" role="search" key={JSON.stringify(typed)}>
      <div className="sheet__in">
        <div className="records__filter lists__filter">
          <Field
            name="q"
            label={t('lists.search')}
            hint={t('resellers.searchHint')}
            defaultValue={typed.q}
            autoComplete="off"
          />
          <Select
            name="state"
            label={t('lists.column.state')}
            defaultValue={typed.state}
            options={[
              { value: '', label: t('records.anyKind') },
              { value: 'active', label: t('resellers.active') },
              { value: 'inactive', label: t('resellers.inactive') },
            ]}
          />
        </div>
        <Actions after>
          <Button disabled={isBusy}>{t('escrow.go')}</Button>
          <ButtonLink look="line" to={csvPath} reloadDocument>
            {t('lists.csv')}
          </ButtonLink>
        </Actions>
      </div>
    </Form>
  )
}
