import { Form } from '@remix-run/react'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'

/** What was typed, and why it was not enough; `field` is `target` or `note` when one of them is to blame. */
export type RefusedAssigning = { text: string; field: string | undefined; target: string; note: string }

type AssignPaymentProps = { row: ShownCase; refused: RefusedAssigning | null; isBusy: boolean }

/** Says what a payment without our reference is for. Asked once more before it counts. */
export function AssignPayment({ row, refused, isBusy }: AssignPaymentProps) {
  const t = useDesk()
  const error = (field: string) => (refused?.field === field ? refused.text : undefined)
  return (
    <Disclosure look="act" summary={t('cases.assign.open')} open={refused !== null} noPrint>
      <Form method="post" className="matter__close">
        <input type="hidden" name="intent" value="assign" />
        <CaseSeen row={row} />
        <Field
          name="target"
          id={`target-${row.id}`}
          label={t('cases.assign.target')}
          hint={t('cases.assign.targetHint')}
          error={error('target')}
          defaultValue={refused?.target ?? ''}
          autoComplete="off"
          code
        />
        <TextArea
          name="note"
          id={`note-${row.id}`}
          rows={3}
          label={t('cases.assign.note')}
          hint={t('cases.assign.noteHint')}
          error={error('note')}
          defaultValue={refused?.note ?? ''}
        />
        <Actions after>
          <Button look="line" disabled={isBusy}>
            {t('cases.assign.next')}
          </Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}

/** The case as it stands on the page: what it is about may change meanwhile. */
export function CaseSeen({ row }: { row: { id: string; kind: string; amount: string } }) {
  return (
    <>
      <input type="hidden" name="case" value={row.id} />
      <input type="hidden" name="kind" value={row.kind} />
      <input type="hidden" name="amount" value={row.amount} />
    </>
  )
}
