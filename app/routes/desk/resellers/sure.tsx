import { Form, useNavigation } from '@remix-run/react'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { type Fact, Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'

type SureProps = {
  title: string
  text: string
  facts: Fact[]
  /** To be known before saying yes. */
  warning?: string | false
  /** Everything that was sent, to be sent again with the yes. */
  fields: [name: string, value: string][]
  back: string
}

/** Asked once more before anything of a reseller is changed. */
export function SureBefore({ title, text, facts, warning, fields, back }: SureProps) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  const reason = fields.find(([name]) => name === 'reason')?.[1]
  return (
    <Read>
      <PageHead title={title} lead={text} />
      {warning && <Note tone="attention" title={warning} />}
      {facts.length > 0 && (
        <Sheet>
          <Facts items={facts} />
        </Sheet>
      )}
      {reason && (
        <Sheet title={t('payouts.reason')}>
          <p className="said">{reason}</p>
        </Sheet>
      )}
      <Form method="post">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="sure" value="yes" />
        <Actions after>
          <Button disabled={isBusy}>{isBusy ? t('decide.working') : t('resellers.yes')}</Button>
          <ButtonLink look="line" to={back}>
            {t('decide.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}
