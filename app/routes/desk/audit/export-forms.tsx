import { Form } from '@remix-run/react'
import { AUDIENCES } from '#app/domain/audit/audience.ts'
import { DayFields, errorIn } from '#app/routes/desk/forms/filter-form.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Checkbox } from '#app/ui/kernel/forms/checkbox.tsx'
import type { Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import type { TypedExport } from '#app/web/audit/export-request.ts'

type ExportFormsProps = { typed: TypedExport; problems: readonly Problem[] }

const TO = '/admin-panel/audit/export'

/** A file to take away: of one escrow, or of some days. What is wrong comes back to this page. */
export function ExportForms({ typed, problems }: ExportFormsProps) {
  const t = useDesk()
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
