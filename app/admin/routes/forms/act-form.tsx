import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useDesk } from '#app/admin/routes/panel/words.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { HiddenFields } from './hidden-fields.tsx'

/** A form of a page that has come back, with what was typed; the field of each problem is its name. */
export type Returned = { form: string; typed: Record<string, string>; problems: readonly Problem[] }

/** What a field is given by its name: its id, what stands in it and what is wrong with it. */
export type FieldOf = (name: string) => {
  name: string
  id: string
  error: string | undefined
  defaultValue: string
}

/** The fields of the form of this name; what was not typed is `preset`. Several forms of a page may have a field of one name. */
export function fieldsOf(form: string, returned: Returned | null, preset: Record<string, string> = {}): FieldOf {
  const own = returned?.form === form ? returned : null
  return (name) => ({
    name,
    id: fieldId(name, form),
    error: own?.problems.find(({ field }) => field === name)?.text,
    defaultValue: own?.typed[name] ?? preset[name] ?? '',
  })
}

export function fieldId(name: string, form: string): string {
  return form === '' ? name : `${name}-${form}`
}

/** What an error summary says of a form that has come back, and where; not where, when the form is not on the page any more. */
export function problemsOf(returned: Returned | null, isShown = true): Problem[] {
  return (returned?.problems ?? []).map(({ field, text }) => ({
    text,
    ...(field && isShown && { field: fieldId(field, returned?.form ?? '') }),
  }))
}

type ActFormProps = {
  /** Its name on the page. */
  form: string
  /** What the form does. */
  summary: string
  /** `main`: what the page is there for. */
  look?: 'main' | 'act' | 'quiet'
  hidden?: Record<string, string> | [name: string, value: string][]
  preset?: Record<string, string>
  /** The words of its button. */
  button?: string
  returned: Returned | null
  children: (field: FieldOf) => ReactNode
}

/** An act behind its name. Opens without JavaScript, and stays open when it has come back. */
export function ActForm({
  form,
  summary,
  look = 'quiet',
  hidden = {},
  preset,
  button,
  returned,
  children,
}: ActFormProps) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Disclosure look={look} summary={summary} open={returned?.form === form} noPrint>
      <Form method="post" className="matter__close">
        <HiddenFields fields={Array.isArray(hidden) ? hidden : Object.entries(hidden)} />
        {children(fieldsOf(form, returned, preset))}
        <Actions after>
          <Button disabled={isBusy}>{isBusy ? t('decide.working') : (button ?? t('decide.next'))}</Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}
