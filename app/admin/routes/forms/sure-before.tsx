import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { HiddenFields } from './hidden-fields.tsx'

type SureProps = {
  title: string
  text: string
  facts?: Fact[]
  warning?: string | false
  children?: ReactNode
  /** Everything that was sent, to be sent again with the confirmation. */
  fields: readonly (readonly [name: string, value: string])[]
  /** What was typed, to be read again. Default: the reason. */
  said?: { title: string; text: string; above?: ReactNode }
  button?: string
  /** The page to return to; left out where the browser's "back" leads to the filled-in form. */
  back?: string
}

/** Asks for confirmation on a page of its own, with everything that was typed. */
export function SureBefore({ title, text, facts = [], warning, children, fields, said, button, back }: SureProps) {
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  const reason = fields.find(([name]) => name === 'reason')?.[1]
  const typed: SureProps['said'] | null = said ?? (reason ? { title: t('payouts.reason'), text: reason } : null)
  const yes = isBusy ? t('decide.working') : (button ?? t('acts.yes'))
  return (
    <Read>
      <PageHead title={title} lead={text} />
      {warning && <Note tone="attention" title={warning} />}
      {children}
      {facts.length > 0 && (
        <Sheet>
          <Facts items={facts} />
        </Sheet>
      )}
      {typed && (
        <Sheet title={typed.title}>
          {typed.above}
          <p className="said">{typed.text}</p>
        </Sheet>
      )}
      <Form method="post">
        {back === undefined ? (
          <>
            <HiddenFields fields={fields} />
            <Actions after>
              <Button name="sure" value="yes" disabled={isBusy}>
                {yes}
              </Button>
              <Button name="sure" value="back" look="line" disabled={isBusy}>
                {t('decide.back')}
              </Button>
            </Actions>
          </>
        ) : (
          <>
            <HiddenFields fields={[...fields, ['sure', 'yes']]} />
            <Actions after>
              <Button disabled={isBusy}>{yes}</Button>
              <ButtonLink look="line" to={back}>
                {t('decide.back')}
              </ButtonLink>
            </Actions>
          </>
        )}
      </Form>
    </Read>
  )
}
