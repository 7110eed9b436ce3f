import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { OwnSession } from '#app/accounts/queries/own-account.server.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

export function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Sheet title={t('account.sessions.title')}>
      <ul className="payments">
        {sessions.map((session) => (
          <Session key={session.id} session={session} isBusy={isBusy} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Actions after>
            <Button look="line" disabled={isBusy}>
              {t('account.sessions.endOthers')}
            </Button>
          </Actions>
        </Form>
      )}
    </Sheet>
  )
}

function Session({ session, isBusy }: { session: OwnSession; isBusy: boolean }) {
  const { t } = useTranslation()
  const { id, browser, system, network, createdAt, lastSeenAt, isThis } = session
  const device = browser && system ? t('account.sessions.device', { browser, system }) : (browser ?? system)
  const name = device ?? t('account.sessions.unknown')
  return (
    <li>
      <div>
        <b>{name}</b> {isThis && <Tag>{t('account.sessions.this')}</Tag>}
        <p className="small muted">
          <MomentSentence at={createdAt} text={(time) => t('account.sessions.since', { time })} />
          <Comma />
          <MomentSentence at={lastSeenAt} text={(time) => t('account.sessions.seen', { time })} />
          {network && (
            <>
              <Comma />
              <bdi>{network}</bdi>
            </>
          )}
        </p>
      </div>
      {!isThis && (
        <Form method="post">
          <input type="hidden" name="session" value={id} />
          <Button look="quiet" size="small" disabled={isBusy}>
            {t('nav.logout')}
            <ActedOn>{name}</ActedOn>
          </Button>
        </Form>
      )}
    </li>
  )
}
