import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#app/accounts/queries/own-account.server.ts'
import { SupplementSentence } from '#app/accounts/ui/service-terms.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type OwnFactsProps = { role: 'buyer' | 'seller' | 'admin' | 'unknown'; account: OwnAccount }

/** Who somebody is to Quayside, and what they agreed to. Names and addresses are part of records of money. */
export function OwnFacts({ role, account }: OwnFactsProps) {
  const { t } = useTranslation()
  return (
    <Sheet>
      <Facts
        items={[
          {
            label: t('login.email'),
            value: (
              <>
                <Email address={account.email} />
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
                {account.supplementAcceptedAt && (
                  <small>
                    <SupplementSentence text={(date) => t('serviceTerms.mark', { date })} />{' '}
                    <Since at={account.supplementAcceptedAt} since="accepted" none="none" />
                  </small>
                )}
              </>
            ),
          },
        ]}
      />
      <Actions after>
        <ButtonLink look="line" to="/settings/about">
          {t('pages.about')}
        </ButtonLink>
        {account.emailConfirmedAt === null && (
          <ButtonLink look="line" to="/confirm-email">
            {t('pages.confirmEmail')}
          </ButtonLink>
        )}
      </Actions>
    </Sheet>
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
