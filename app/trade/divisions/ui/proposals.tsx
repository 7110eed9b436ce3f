import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { shortAddress, type Wallet } from '#app/kernel/domain/wallet.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type { DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'

type ProposalProps = {
  division: DivisionView
  currency: Asset
  /** Where each side would be paid, as far as the reader may know. Shown while the proposal is open. */
  wallets?: { seller: Wallet | null; buyer: Wallet | null }
}

export function Proposal({ division, currency, wallets }: ProposalProps) {
  const { t } = useTranslation()
  const { kind, side, seller, buyer, words, proposedAt, answer } = division
  const toWallet = (wallet: Wallet | null | undefined) =>
    answer === null && wallet ? { detail: t('division.toWallet', { wallet: shortAddress(wallet.address) }) } : undefined
  return (
    <div className="spoken">
      <p className="spoken__who">
        {t(kind === 'offer' ? `division.by.${side}` : 'division.by.reduction')}
        <Comma />
        <Moment at={proposedAt} />
      </p>
      {words && <Quote>{words}</Quote>}
      <Facts
        items={[
          {
            label: t('lookup.settle.dispute.toSeller'),
            value: <Amount value={seller} asset={currency} />,
            ...(seller !== '0' && toWallet(wallets?.seller)),
          },
          {
            label: t('lookup.settle.dispute.toBuyer'),
            value: <Amount value={buyer} asset={currency} />,
            ...(buyer !== '0' && toWallet(wallets?.buyer)),
          },
        ]}
      />
      <p className="spoken__who">
        <b className="spoken__what">{t(`division.answer.${answer?.kind ?? 'open'}`)}</b>
        {answer && (
          <>
            <Comma />
            <Moment at={answer.at} />
          </>
        )}
      </p>
    </div>
  )
}
