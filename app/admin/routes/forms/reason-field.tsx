import type { ComponentProps } from 'react'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'

/** The operator's reason, which auditors read. `label`: when more than the reason is asked for. */
export function ReasonField({ label, ...area }: Omit<ComponentProps<typeof TextArea>, 'label'> & { label?: string }) {
  const t = useAdmin()
  return <TextArea rows={3} label={label ?? t('payouts.reason')} hint={t('payouts.reasonHint')} {...area} />
}
