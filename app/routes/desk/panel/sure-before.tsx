import { Form, useNavigation } from '@remix-run/react'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { type Fact, Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'

type SureProps = {
  title: string
  text: string
  facts?: Fact[]
  /** To be known before saying yes. */
  warning?: string | false
  /** Everything that was sent, to be sent again with the yes. */
  fields: [name: string, value: string][]
}

/** Asked once more, on a page of its own, with everything that was typed; "back" leads to the form as it was. */
export function SureBefore({ title, text, facts = [], warning, fields }: SureProps) {
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
        <Actions after>
          <Button name="sure" value="yes" disabled={isBusy}>
            {isBusy ? t('decide.working') : t('acts.yes')}
          </Button>
          {/* Back to the form with everything that was typed. */}
          <Button name="sure" value="back" look="line" disabled={isBusy}>
            {t('decide.back')}
          </Button>
        </Actions>
      </Form>
    </Read>
  )
}
