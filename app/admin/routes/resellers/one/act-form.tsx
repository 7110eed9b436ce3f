import type { ReactNode } from 'react'
import { ActForm as DeskActForm, type FieldOf, type Returned } from '#app/admin/routes/forms/act-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import type { Intent } from './acts.server.ts'

type ActFormProps = {
  intent: Intent
  /** Distinguishes several forms of the same intent. */
  of?: string
  summary: string
  look?: 'main' | 'act' | 'quiet'
  hidden?: Record<string, string>
  preset?: Record<string, string>
  returned: Returned | null
  children?: (field: FieldOf) => ReactNode
}

/** An action on a reseller: its fields, and the reason, which every action needs. */
export function ActForm({ intent, of, hidden, children, ...act }: ActFormProps) {
  const form = of === undefined ? intent : `${intent}-${of}`
  return (
    <DeskActForm {...act} form={form} hidden={{ ...hidden, intent, form }}>
      {(field) => (
        <>
          {children?.(field)}
          <ReasonField {...field('reason')} rows={2} maxLength={500} />
        </>
      )}
    </DeskActForm>
  )
}
