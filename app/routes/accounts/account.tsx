import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findOwnAccount } from '#app/queries/accounts/own-account.server.ts'
import { deps } from '#app/runtime.server.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Moment, MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { requireVisit } from '#app/web/accounts/viewer.server.ts'

export const handle: PageHandle = { title: 'nav.account' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/account', request)
  return { role: viewer.role ?? ('unknown' as const), account: await findOwnAccount(deps.db, viewer.id) }
}

/** What Quayside knows of a person as such. It is read only: names and addresses stand in records of money. */
export default function Account() {
  const { t } = useTranslation()
  const { role, account } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead title={t('nav.account')} lead={t('account.own.lead')} />
      <Sheet>
        <Facts
          items={[
            { label: t('register.name'), value: account.name },
            {
              label: t('register.email'),
              value: (
                <>
                  <bdi>{account.email}</bdi>
                  <small>
                    <Since at={account.emailConfirmedAt} since="confirmed" none="unconfirmed" />
                  </small>
                </>
              ),
            },
            { label: t('account.own.role'), value: t(`home.role.${role}`) },
            { label: t('account.own.opened'), value: <Moment at={account.createdAt} /> },
            {
              label: t('account.own.sanctions'),
              value: <Since at={account.consentTimestamp} since="given" none="none" />,
            },
            {
              label: t('footer.terms'),
              value: (
                <>
                  <Since at={account.consentTimestamp} since="accepted" none="none" />
                  {account.termsVersion && <small>{account.termsVersion}</small>}
                </>
              ),
            },
          ]}
        />
      </Sheet>
      <Actions after>
        {account.emailConfirmedAt === null && (
          <ButtonLink look="line" to="/confirm-email">
            {t('pages.confirmEmail')}
          </ButtonLink>
        )}
        <ButtonLink look="line" to="/forgot-password">
          {t('pages.resetPassword')}
        </ButtonLink>
      </Actions>
      <p className="fine">
        <Link to={`/contact?${new URLSearchParams({ subject: t('nav.account') })}`}>{t('account.own.wrong')}</Link>
      </p>
    </Read>
  )
}

type SinceProps = {
  /** ISO 8601; null when it has not happened. */
  at: string | null
  since: 'confirmed' | 'given' | 'accepted'
  none: 'none' | 'unconfirmed'
}

function Since({ at, since, none }: SinceProps) {
  const { t } = useTranslation()
  if (at === null) return t(`account.own.${none}`)
  return <MomentSentence at={at} text={(time) => t(`account.own.${since}`, { time })} />
}
