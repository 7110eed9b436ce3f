import { Form } from '@remix-run/react'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
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
