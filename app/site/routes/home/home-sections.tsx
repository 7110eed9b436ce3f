import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useServiceFee } from '#app/fees/ui/use-service-fee.ts'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Usd } from '#app/kernel/ui/text/amount.tsx'

const STEPS = ['fee', 'open', 'ship', 'examine', 'release'] as const

export function FiveSteps() {
  const { t } = useTranslation()
  const serviceFee = useServiceFee()
  return (
    <section className="sec">
      <div className="wrap">
        <h2>{t('home.steps.title')}</h2>
        <ol className="way">
          {STEPS.map((step) => (
            <li key={step}>
              <small>{t(`home.steps.list.${step}.who`)}</small>
              <h3>{t(`home.steps.list.${step}.title`)}</h3>
              <p>{step === 'fee' ? t(`home.steps.list.fee.text.${serviceFee}`) : t(`home.steps.list.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const THINGS = ['waits', 'goes', 'back'] as const

/** `ledgerHolds`: the buyer may choose an on-chain escrow. */
export function ThreeThings({ ledgerHolds }: { ledgerHolds: boolean }) {
  const { t } = useTranslation()
  return (
    <section className="sec">
      <div className="wrap">
        <h2>{t('home.three.title')}</h2>
        <div className="cols3">
          {THINGS.map((thing) => (
            <div key={thing}>
              <h3>{t(`home.three.${thing}.title`)}</h3>
              <p>{t(`home.three.${thing}.text`)}</p>
              {thing === 'waits' && ledgerHolds && <p>{t('held.home')}</p>}
              {thing === 'waits' && (
                <p className="fine">
                  <Link className="go" to="/holdings">
                    {t('footer.holdings')} <Icon name="right" flip />
                  </Link>
                </p>
              )}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

/** Examples at 0.75% with the $100 minimum (spec §9). */
const EXAMPLES = [
  { transaction: '9000', gross: '67.5', net: '100', isMinimum: true },
  { transaction: '25000', gross: '187.5', net: '187.5', isMinimum: false },
  { transaction: '48000', gross: '360', net: '360', isMinimum: false },
] as const

export function FeeSection() {
  const { t } = useTranslation()
  const serviceFee = useServiceFee()
  return (
    <section className="sec">
      <div className="wrap split">
        <div>
          <h2 className="big">{t('home.fee.title')}</h2>
          <p className="sec__lead">{t(`home.fine.${serviceFee}`)}</p>
          <p className="fine">
            <Link className="go" to="/freight-forwarders">
              {t('home.fee.compare')} <Icon name="right" flip />
            </Link>
          </p>
        </div>
        <div className="sheet">
          <div className="sheet__in">
            <table className="feetab">
              <caption className="vh">{t('home.fee.caption')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('home.fee.transaction')}</th>
                  <th scope="col">{t('home.fee.rate')}</th>
                  <th scope="col">{t('home.fee.pay')}</th>
                </tr>
              </thead>
              <tbody>
                {EXAMPLES.map(({ transaction, gross, net, isMinimum }) => (
                  <tr key={transaction}>
                    <td>
                      <Usd value={transaction} />
                    </td>
                    <td>
                      <Usd value={gross} />
                    </td>
                    <td>
                      <b>
                        <Usd value={net} />
                      </b>{' '}
                      {isMinimum && <Tag>{t('home.fee.minimum')}</Tag>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </div>
    </section>
  )
}
