import { useTranslation } from 'react-i18next'
import { formatRate } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'

type ResellersDoorProps = {
  /** `rate`: a fraction of the fee, "0.05" is 5 %. */
  door: { name: string; rate: string }
  /** Where a new account is opened, which keeps the reseller's link. */
  register: string
}

/** Above the login of somebody who followed a reseller's link: who referred them, and what they get. */
export function ResellersDoor({ door: { name, rate }, register }: ResellersDoorProps) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <PageHead
        title={t('login.door.title', { name, rate: formatRate(rate, i18n.language) })}
        lead={t('login.door.lead')}
      />
      <div className="sheet">
        <div className="part">
          <Actions>
            <ButtonLink to={register}>{t('nav.register')}</ButtonLink>
          </Actions>
        </div>
      </div>
      <h2 className="head">{t('login.door.account')}</h2>
    </>
  )
}
