import { useTranslation } from 'react-i18next'
import { formatRate } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'

type ResellersDoorProps = {
  /** `rate`: a part of the fee, "0.05" is 5 %. */
  door: { name: string; rate: string }
  /** Where a new account is opened, and the link is followed further. */
  register: string
}

/** Above the login of somebody who followed a reseller's link: who has sent them, and what they get. */
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
