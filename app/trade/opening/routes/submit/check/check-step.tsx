import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AcceptsSupplement } from '#app/accounts/ui/service-terms.tsx'
import { documentTypesIn } from '#app/escrow/domain/document-types.ts'
import { rulesOf, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { formatAmount, formatDay, formatList, formatUsd } from '#app/kernel/i18n/format.ts'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Worth } from '#app/prices/ui/worth.tsx'
import { readWorkingDay, weekendOf } from '#app/trade/terms/domain/working-days.ts'
import type { CheckedDraft } from '../steps/load-form.server.ts'
import { StepForm } from '../steps/step-form.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { addressOf, type FilledStep } from '../steps/steps.ts'

type CheckStepProps = StepProps & { check: CheckedDraft }

/** Summary of the trade, and the button that opens the escrow. */
export function CheckStep({ check, shown, page, contract, token, keep }: CheckStepProps) {
  const { t, i18n } = useTranslation()
  const { amount, currency, sellerEmail, heldBy } = check
  const isHeld = heldBy === 'ledger'
  return (
    <StepForm
      step="check"
      next={null}
      token={token}
      problems={shown.problems}
      keep={keep}
      button={t('nav.submit')}
      back="dates"
      before={
        <div className="small">
          <p>{t(isHeld ? 'submit.check.nowHeld' : 'submit.check.nowText')}</p>
          {page.asksSupplement && <AcceptsSupplement by="opening" />}
        </div>
      }
    >
      <input type="hidden" name="seen" value={check.digest} />
      <div className="sheet">
        <div className="asum">
          <p className="small muted">{t('submit.check.pay')}</p>
          <p className="sum">
            <bdi className="amt">{formatAmount(amount, currency, i18n.language)}</bdi>
          </p>
          <p>{sellerEmail === '' ? t('submit.check.toNobody') : t('submit.check.to', { email: sellerEmail })}</p>
          <Worth amount={amount} asset={currency} prices={page.prices} />
        </div>
        <Again
          title={t('submit.steps.trade')}
          step="trade"
          token={token}
          items={useTradeFacts(check, { page, contract })}
        />
        <Again title={t('dates.title')} step="dates" token={token} items={useDatesFacts(check)} />
        <Again title={t('submit.payment')} step="dates" token={token} items={usePaymentFacts(check)} />
        <section className="again">
          <FeeFacts fee={page.fee} />
        </section>
      </div>
    </StepForm>
  )
}

type AgainProps = { title: string; step: FilledStep; token: string; items: Fact[] }

function Again({ title, step, token, items }: AgainProps) {
  const { t } = useTranslation()
  return (
    <section className="again">
      <header>
        <h2>{title}</h2>
        <Link to={addressOf(step, { token, next: 'check' })}>
          {t('submit.check.edit')}
          <span className="vh"> {title}</span>
        </Link>
      </header>
      <Facts items={items} />
    </section>
  )
}

function useTradeFacts(check: CheckedDraft, { page, contract }: Pick<StepProps, 'page' | 'contract'>): Fact[] {
  const { t } = useTranslation()
  const { sellerLanguage, walletFrom, walletAddress, walletMemo } = check
  const saved = walletFrom === 'saved' ? page.saved : null
  const wallet = saved?.address ?? (walletFrom === 'typed' ? walletAddress : '')
  const memo = saved?.memo ?? walletMemo
  return known([
    ...TEXTS.map((name) => ({ label: t(rulesOf(name).label), value: check[name] })),
    { label: t('submit.contractTitle'), value: contract?.fileName ?? t('submit.check.noContract') },
    {
      label: t('submit.receivingTitle'),
      value: wallet === '' ? t('submit.walletFrom.is.seller') : <Code value={wallet} shape="even" size="small" />,
      detail: wallet !== '' && memo && t('submit.savedMemo', { memo }),
    },
    { label: t('submit.sellerLanguage'), value: sellerLanguage ? LANGUAGES[sellerLanguage].name : '' },
  ])
}

function useDatesFacts({ dates }: CheckedDraft): Fact[] {
  const { t, i18n } = useTranslation()
  if (!dates) return [{ label: t('dates.title'), value: t('dates.without') }]
  const day = (typed: string) => formatDay(readWorkingDay(typed)?.toISOString() ?? '', i18n.language)
  const papers = documentTypesIn(dates.documents).map((type) => t(`documentType.${type}`))
  return [
    { label: t('dates.fundBy'), value: day(dates.fundBy) },
    {
      label: t('dates.presentBy'),
      value: day(dates.presentBy),
      detail: papers.length > 0 ? formatList(papers, i18n.language) : t('dates.noDocuments'),
    },
    {
      label: t('dates.examineDays'),
      value: dates.examineDays,
      detail: t(`dates.weekend.${weekendOf(dates.weekend)}`),
    },
    { label: t('dates.silence'), value: t(dates.onSilence === 'accepted' ? 'dates.accepted' : 'dates.quayside') },
  ]
}

function usePaymentFacts(check: CheckedDraft): Fact[] {
  const { t, i18n } = useTranslation()
  const { heldBy, heldUntil, buyerWalletAddress, buyerMemoTag, type, txid } = check
  const isHeld = heldBy === 'ledger'
  const until = readWorkingDay(heldUntil ?? '')
  return known([
    { label: t('held.choice.title'), value: t(isHeld ? 'held.choice.ledger' : 'held.choice.quayside') },
    { label: t('held.choice.until'), value: isHeld && until ? formatDay(until.toISOString(), i18n.language) : '' },
    {
      label: t('submit.payingTitle'),
      value:
        buyerWalletAddress === '' ? (
          t('submit.payingNone')
        ) : (
          <Code value={buyerWalletAddress} shape="even" size="small" />
        ),
      detail: buyerMemoTag && t('submit.savedMemo', { memo: buyerMemoTag }),
    },
    { label: t('submit.type'), value: isHeld ? '' : t(type === 'manual' ? 'submit.manual' : 'submit.auto') },
    { label: t('submit.txid'), value: type === 'manual' ? <Code value={txid} group={8} size="small" /> : '' },
  ])
}

function known(facts: (Fact & { value: ReactNode })[]): Fact[] {
  return facts.filter(({ value }) => value !== '')
}

function FeeFacts({ fee }: { fee: StepProps['page']['fee'] }) {
  const { t, i18n } = useTranslation()
  const fact =
    fee.by === 'fee'
      ? {
          value: t('submit.fee.paid'),
          detail: t('submit.fee.covers', { most: formatUsd(fee.mostUsd, i18n.language) }),
        }
      : { value: t(`submit.fee.${fee.by}`) }
  return <Facts items={[{ label: t('submit.fee.title'), ...fact }]} />
}
