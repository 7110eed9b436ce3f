import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'

/** What can be done with a case, and is asked once more; closing it is the act without a name. */
export type CaseAct = 'accept' | 'assign' | 'pay-back' | 'take-up' | 'deny' | undefined

type CaseFormProps = {
  row: ShownCase
  act: CaseAct
  look: 'main' | 'act' | 'quiet'
  summary: string
  /** It was refused: what was typed is shown again. */
  isOpen: boolean
  isBusy: boolean
  children: ReactNode
}

/** An act on a case of the list, behind its name. */
export function CaseForm({ row, act, look, summary, isOpen, isBusy, children }: CaseFormProps) {
  const t = useDesk()
  return (
    <Disclosure look={look} summary={summary} open={isOpen} noPrint>
      <Form method="post" className="matter__close">
        <ActOn act={act} row={row} />
        {children}
        <Actions after>
          <Button disabled={isBusy}>{t('cases.assign.next')}</Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}

type SureFormProps = {
  row: { id: string; kind: string; amount: string }
  act: CaseAct
  /** What was typed, by the names of its fields. */
  typed: Record<string, string>
  button: string
}

/** The same act on a page of its own, asked once more. */
export function SureForm({ row, act, typed, button }: SureFormProps) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="post">
      <ActOn act={act} row={row} />
      {Object.entries({ ...typed, sure: 'yes' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Actions after>
        <Button disabled={isBusy}>{isBusy ? t('decide.working') : button}</Button>
        <ButtonLink look="line" to="/admin-panel/cases">
          {t('decide.back')}
        </ButtonLink>
      </Actions>
    </Form>
  )
}

/** The act and the case as it stands on the page: what it is about may change meanwhile. */
function ActOn({ act, row }: Pick<SureFormProps, 'act' | 'row'>) {
  return (
    <>
      {act && <input type="hidden" name="intent" value={act} />}
      <CaseSeen row={row} />
    </>
  )
}

function CaseSeen({ row }: { row: SureFormProps['row'] }) {
  return (
    <>
      <input type="hidden" name="case" value={row.id} />
      <input type="hidden" name="kind" value={row.kind} />
      <input type="hidden" name="amount" value={row.amount} />
    </>
  )
}
