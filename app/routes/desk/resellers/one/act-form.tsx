import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import type { Fields, Said } from '../fields.tsx'
import type { Intent } from './acts.server.ts'

/** A form of this page that was refused, with what was typed. */
export type Refused = { said: Said; typed: Record<string, string> } | null

type ActFormProps = {
  intent: Intent
  /** Tells several forms of one kind apart; part of the ids of its fields. */
  of?: string
  summary: string
  /** `main`: what the page is there for. */
  look?: 'main' | 'act' | 'quiet'
  hidden?: Record<string, string>
  preset?: Record<string, string>
  refused: Refused
  children?: (fields: Fields) => ReactNode
}

/** An act behind its name: its fields and the reason. Opens without JavaScript, and stays open when it was refused. */
export function ActForm({
  intent,
  of = '',
  summary,
  look = 'quiet',
  hidden = {},
  preset = {},
  refused,
  children,
}: ActFormProps) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  const suffix = `-${intent}${of && `-${of}`}`
  const own = refused?.typed.form === suffix ? refused : null
  const error = (name: string) => own?.said.find(({ field }) => field === name)?.text
  const typed = (name: string) => own?.typed[name] ?? preset[name] ?? ''
  return (
    <Disclosure look={look} summary={summary} open={own !== null} noPrint>
      <Form method="post" className="matter__close">
        {Object.entries({ ...hidden, intent, form: suffix }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children?.({ typed, error, suffix })}
        <TextArea
          name="reason"
          id={`reason${suffix}`}
          rows={2}
          label={t('payouts.reason')}
          hint={t('payouts.reasonHint')}
          error={error('reason')}
          defaultValue={typed('reason')}
          maxLength={500}
        />
        <Actions after>
          <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'decide.next')}</Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}
