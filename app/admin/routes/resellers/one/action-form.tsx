import type { ReactNode } from 'react'
import { ActionForm as AdminActionForm, type FieldOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import type { Intent } from './actions.server.ts'

type ActionFormProps = {
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
export function ResellerActionForm({ intent, of, hidden, children, ...act }: ActionFormProps) {
  const form = of === undefined ? intent : `${intent}-${of}`
  return (
    <AdminActionForm {...act} form={form} hidden={{ ...hidden, intent, form }}>
      {(field) => (
        <>
          {children?.(field)}
          <ReasonField {...field('reason')} rows={2} maxLength={500} />
        </>
      )}
    </AdminActionForm>
  )
}
