import { Form } from '@remix-run/react'
import { DayFields, errorIn } from '#app/admin/routes/forms/filter-form.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { AUDIENCES } from '#app/records/audit/domain/audience.ts'
import type { TypedExport } from '#app/records/audit/web/export-request.ts'

type ExportFormsProps = { typed: TypedExport; problems: readonly Problem[] }

const TO = '/admin-panel/audit/export'

/** Exports of one escrow or of a range of days. Mistakes come back to this page. */
export function ExportForms({ typed, problems }: ExportFormsProps) {
  const t = useAdmin()
  const error = errorIn(problems)
  return (
    <>
      <Sheet title={t('audit.exportEscrow')}>
        <p>{t('audit.exportEscrowText')}</p>
        <Form method="get" action={TO} reloadDocument className="export">
          <input type="hidden" name="of" value="escrow" />
          <Field
            name="txid"
            label={t('escrow.search')}
            error={error('txid')}
            defaultValue={typed.txid}
            autoComplete="off"
            code
          />
          <Select
            name="for"
            label={t('audit.for')}
            defaultValue={typed.for}
            options={AUDIENCES.map((value) => ({
              value,
              label: value === 'court' ? t('audit.court') : t(`parties.${value}`),
            }))}
          />
          <Actions after>
            <Button>{t('audit.download')}</Button>
          </Actions>
        </Form>
      </Sheet>
      <Sheet title={t('audit.exportDays')}>
        <Form method="get" action={TO} reloadDocument className="export">
          <input type="hidden" name="of" value="days" />
          <DayFields typed={typed} error={error} />
          <Checkbox name="details" label={t('audit.withDetails')} defaultChecked={typed.details} />
          <Actions after>
            <Button look="line">{t('audit.download')}</Button>
          </Actions>
        </Form>
      </Sheet>
    </>
  )
}
