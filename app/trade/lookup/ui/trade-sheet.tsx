import { useTranslation } from 'react-i18next'
import { PartyName } from '#app/escrow/ui/party-name.tsx'
import { textFacts } from '#app/escrow/ui/text-facts.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { ContractLink } from './escrow-facts.tsx'

/** The trade for the seller: who buys what, for how much, on which terms. */
export function TradeSheet({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { correctedAt, confirmedAt } = escrow.times
  return (
    <Sheet title={t('seller.trade.title')} className="stack">
      {correctedAt && !confirmedAt && escrow.may.confirm && (
        <Note>
          <p>
            <MomentSentence at={correctedAt} text={(time) => t('seller.trade.corrected', { time })} />
          </p>
        </Note>
      )}
      <Facts
        items={[
          {
            label: t('escrow.facts.buyer'),
            value: <PartyName name={escrow.buyerName} isConfirmed={escrow.buyerHasConfirmedEmail} />,
          },
          { label: t('escrow.facts.amount'), value: <Amount value={escrow.amount} asset={escrow.currency} /> },
          ...textFacts(escrow.texts, t),
          {
            label: t('escrow.facts.contract'),
            value: escrow.contract ? (
              <ContractLink escrowId={escrow.id} contract={escrow.contract} />
            ) : (
              t('escrow.facts.noContract')
            ),
          },
        ]}
      />
    </Sheet>
  )
}
