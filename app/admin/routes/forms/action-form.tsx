import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { HiddenFields } from './hidden-fields.tsx'

/** A form that the server returned, with what was typed; each problem's `field` is the name of its field. */
export type Returned = { form: string; typed: Record<string, string>; problems: readonly Problem[] }

/** The props of a field by its name: id, value and error. */
export type FieldOf = (name: string) => {
  name: string
  id: string
  error: string | undefined
  defaultValue: string
}

/** The fields of this form; `preset` fills what was not typed. Forms of a page may share field names, not ids. */
export function actionFieldsOf(form: string, returned: Returned | null, preset: Record<string, string> = {}): FieldOf {
  const own = returned?.form === form ? returned : null
  return (name) => ({
    name,
    id: actionFieldId(name, form),
    error: own?.problems.find(({ field }) => field === name)?.text,
    defaultValue: own?.typed[name] ?? preset[name] ?? '',
  })
}

export function actionFieldId(name: string, form: string): string {
  return form === '' ? name : `${name}-${form}`
}

/** The problems for an error summary. They link to their fields only while the form is shown. */
export function actionProblemsOf(returned: Returned | null, isShown = true): Problem[] {
  return (returned?.problems ?? []).map(({ field, text }) => ({
    text,
    ...(field && isShown && { field: actionFieldId(field, returned?.form ?? '') }),
  }))
}

type ActionFormProps = {
  /** Its name, unique on the page. */
  form: string
  summary: string
  /** `main`: the main purpose of the page. */
  look?: 'main' | 'act' | 'quiet'
  hidden?: Record<string, string> | [name: string, value: string][]
  preset?: Record<string, string>
  button?: string
  returned: Returned | null
  children: (field: FieldOf) => ReactNode
}

/** A form behind its summary. Opens without JavaScript, and stays open when the server returns it. */
export function ActionForm({
  form,
  summary,
  look = 'quiet',
  hidden = {},
  preset,
  button,
  returned,
  children,
}: ActionFormProps) {
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Disclosure look={look} summary={summary} open={returned?.form === form} noPrint>
      <Form method="post" className="matter__close">
        <HiddenFields fields={Array.isArray(hidden) ? hidden : Object.entries(hidden)} />
        {children(actionFieldsOf(form, returned, preset))}
        <Actions after>
          <Button disabled={isBusy}>{isBusy ? t('decide.working') : (button ?? t('decide.next'))}</Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}
