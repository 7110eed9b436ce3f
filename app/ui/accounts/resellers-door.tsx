import { useTranslation } from 'react-i18next'
import { formatRate } from '#app/i18n/kernel/format.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Actions, PageHead } from '#app/ui/kernel/page/page.tsx'

type ResellersDoorProps = {
  /** `rate`: a part of the fee, "0.05" is 5 %. */
  door: { code: string; name: string; rate: string }
  /** Where a new account is opened, and the link is followed further. */
  register: string
}

/** Above the login of somebody who followed a reseller's link: who has sent them, what they get, and how. */
export function ResellersDoor({ door: { code, name, rate }, register }: ResellersDoorProps) {
  const { t, i18n } = useTranslation()
  const steps = [t('login.door.register'), t('login.door.fee', { code }), t('login.door.open')]
  return (
    <>
      <PageHead
        title={t('login.door.title', { name, rate: formatRate(rate, i18n.language) })}
        lead={t('login.door.lead')}
      />
      <div className="sheet">
        <ol className="steps">
          {steps.map((step) => (
            <li key={step}>
              <p>{step}</p>
            </li>
          ))}
        </ol>
        <div className="part">
          <Actions>
            <ButtonLink to={register}>{t('login.register')}</ButtonLink>
          </Actions>
        </div>
      </div>
      <h2 className="head">{t('login.door.account')}</h2>
    </>
  )
}
