import { Form } from '@remix-run/react'
import type { GapView } from '#app/admin/queries/outgoing.server.ts'
import { actionFieldsOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { ledgerName } from './outgoing-row.tsx'

type GapRowProps = { gap: GapView; returned: Returned | null; isBusy: boolean }

/** Sequence numbers of our account that are used up although the ledger shows no transaction for them. */
export function GapRow({ gap, returned, isBusy }: GapRowProps) {
  const t = useAdmin()
  return (
    <li className="sheet matter">
      <header>
        <h2>{t('outgoing.gap.title')}</h2>
        <b>{ledgerName(gap.network)}</b>
      </header>
      <div className="sheet__in matter__in">
        <div>
          <p>{t('outgoing.gap.text')}</p>
          <Facts items={factsOf(gap, t)} />
          <Code value={gap.account} size="small" />
        </div>
        <Form method="post" className="matter__close">
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="transaction" value={gap.id} />
          <ReasonField {...actionFieldsOf(gap.id, returned)('reason')} label={t('cases.assign.note')} />
          <Actions after>
            <Button disabled={isBusy}>{t('outgoing.gap.accept')}</Button>
          </Actions>
        </Form>
      </div>
    </li>
  )
}

function factsOf({ at, sequence, known, tickets }: GapView, t: ReturnType<typeof useAdmin>): Fact[] {
  const code = (value: string) => <InlineCode>{value}</InlineCode>
  return [
    { label: t('outgoing.gap.seen'), value: <Moment at={at} /> },
    ...(sequence === null ? [] : [{ label: t('outgoing.gap.stands'), value: code(sequence) }]),
    ...(known === null ? [] : [{ label: t('outgoing.gap.known'), value: code(known) }]),
    ...(tickets.length === 0 ? [] : [{ label: t('outgoing.gap.tickets'), value: code(tickets.join(' ')) }]),
  ]
}
