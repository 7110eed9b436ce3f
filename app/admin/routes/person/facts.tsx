import { useTranslation } from 'react-i18next'
import type { AdminPerson } from '#app/admin/queries/person.server.ts'
import { nameOfState } from '#app/admin/routes/list/words.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isLanguage, LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

export function PersonFacts({ person }: { person: AdminPerson }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { email, emailConfirmedAt, role, language, hasPaid, paidAt, freeTransactions, twoStepSince } = person
  return (
    <Sheet title={t('lists.column.person')}>
      <Facts
        items={[
          {
            label: common('login.email'),
            value: email,
            detail: emailConfirmedAt ? (
              <MomentSentence at={emailConfirmedAt} text={(time) => t('person.confirmed', { time })} />
            ) : (
              t('person.unconfirmed')
            ),
          },
          { label: common('account.own.role'), value: nameOfState(role, { t, common }) ?? common('home.role.unknown') },
          { label: t('person.registered'), value: <Moment at={person.registeredAt} as="day" /> },
          {
            label: common('dashboard.payments.fee'),
            value: !hasPaid ? (
              t('person.feeOpen')
            ) : paidAt ? (
              <MomentSentence at={paidAt} text={(time) => t('person.feePaid', { time })} />
            ) : (
              t('cases.facts.feePaid')
            ),
          },
          ...(freeTransactions === null ? [] : [{ label: t('person.free'), value: String(freeTransactions) }]),
          {
            label: common('pages.secondFactor'),
            value: twoStepSince ? (
              <MomentSentence at={twoStepSince} text={(time) => common('account.signIn.on', { time })} />
            ) : (
              common('account.signIn.off')
            ),
          },
          ...(isLanguage(language) ? [{ label: common('nav.language'), value: LANGUAGES[language].name }] : []),
        ]}
      />
    </Sheet>
  )
}
