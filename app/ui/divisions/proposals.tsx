import { useTranslation } from 'react-i18next'
import type { ShownDivision } from '#app/domain/divisions/shown-divisions.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { shortAddress, type Wallet } from '#app/domain/kernel/wallet.ts'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { Quote } from '#app/ui/kernel/text/quote.tsx'

type ProposalProps = {
  division: ShownDivision
  currency: Asset
  /** Where each would be paid, as far as the reader may know, while it is open. */
  wallets?: { seller: Wallet | null; buyer: Wallet | null }
}

/** What somebody proposed that each gets, and where, with their words and what came of it. */
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
