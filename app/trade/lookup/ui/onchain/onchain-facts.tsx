import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { networkOf } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code, CopyRow } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { OnchainStep } from '#app/trade/onchain/domain/onchain-view.ts'
import type { DepositLinks } from '#app/trade/onchain/domain/signing/signing-view.ts'
import type { OnchainProps } from './onchain-props.ts'

type FactsProps = OnchainProps & {
  links: DepositLinks
  step: OnchainStep
  hasLapsed: boolean
  reader: Reader | null
}

/** The on-chain escrow's data, as anybody can look them up on the ledger. */
export function OnchainFactsSheet({ escrow, hold, links, step, hasLapsed, reader }: FactsProps) {
  const { t } = useTranslation()
  const { agreed, lock } = hold
  const isOver = step === 'ended' || step === 'over'
  const explorer = (to: string | null) => to && <a href={to}>{t('payment.seen.explorer')}</a>
  return (
    <Sheet title={t('held.facts.title')} className="stack">
      {lock?.end && <p>{t(`held.ended.${lock.end.as}`)}</p>}
      {step === 'ended' && <p className="small">{t('held.over')}</p>}
      {!isOver && !hasLapsed && <p className="small">{t(`held.what.${networkOf(escrow.currency)}`)}</p>}
      <Facts
        items={[
          { label: t('escrow.facts.amount'), value: <Amount value={escrow.amount} asset={escrow.currency} /> },
          { label: t('ui.pay.network'), value: escrow.networkName },
          ...(lock?.end
            ? []
            : [
                {
                  label: t('held.facts.holds'),
                  value: lock ? <Moment at={lock.at} /> : t('held.facts.nothing'),
                },
              ]),
          { label: t('held.facts.until'), value: <Moment at={hold.until} /> },
          ...codeFact(t('held.facts.buyerWallet'), hold.buyerWallet),
          ...(agreed
            ? codeFact(
                t('held.facts.sellerWallet'),
                agreed.sellerWallet,
                agreed.sellerTag === null ? null : `${t('ui.pay.tag')} ${agreed.sellerTag}`,
              )
            : [{ label: t('held.facts.sellerWallet'), value: t('held.facts.notStated') }]),
          ...codeFact(t('held.facts.account'), agreed?.account),
          ...codeFact(t('held.facts.condition'), lock?.condition),
          ...codeFact(t('held.facts.balance'), lock?.balanceId),
          ...codeFact(t('held.facts.lockedBy'), lock?.hash, explorer(links.lock)),
          ...codeFact(t('held.facts.endedBy'), lock?.end?.hash, explorer(links.end)),
        ]}
      />
      {reader === null && <CopyRow value={escrow.transactionId} what={t('escrow.facts.id')} />}
    </Sheet>
  )
}

/** A value with a copy button. Empty without a value. */
function codeFact(label: string, value: string | null | undefined, detail: ReactNode = null): Fact[] {
  if (!value) return []
  const shown = (
    <>
      <Code value={value} size="small" /> <CopyButton value={value} what={label} />
    </>
  )
  return [{ label, value: shown, detail }]
}
