import { Form } from '@remix-run/react'
import type { ShownCase } from '#app/queries/desk-cases.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Actions } from '#app/ui/page.tsx'
import { useDesk } from '../admin-panel/words.tsx'
import { CaseSeen } from './assign-payment.tsx'

export type RefusedClosing = { text: string; outcome: string }

type CloseCaseProps = { row: ShownCase; refused: RefusedClosing | null; isBusy: boolean }

/** Says how a case ended. It counts for the case as it stands here: what it is about may change meanwhile. */
export function CloseCase({ row, refused, isBusy }: CloseCaseProps) {
  const t = useDesk()
  return (
    <Disclosure summary={t('cases.close')} open={refused !== null} noPrint>
      <Form method="post" className="matter__close">
        <CaseSeen row={row} />
        <TextArea
          name="outcome"
          id={`outcome-${row.id}`}
          rows={3}
          label={t('cases.outcome')}
          hint={t('cases.outcomeHint')}
          error={refused?.text}
          defaultValue={refused?.outcome ?? ''}
        />
        <Actions after>
          <Button look="line" disabled={isBusy}>
            {isBusy ? t('cases.closing') : t('cases.close')}
          </Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}
