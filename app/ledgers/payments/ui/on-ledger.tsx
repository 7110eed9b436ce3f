import { useTranslation } from 'react-i18next'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { ClaimableView, ClaimOutlook } from '#app/ledgers/payments/domain/claimable.ts'

/** Arrives without an action of its sender. */
const COMES: readonly ClaimOutlook[] = ['comes', 'comes_later', 'by_hand']

/** Money on the ledger for us to claim: when it comes, and not to send it again. Nothing without any. */
export function OnLedger({ claimables }: { claimables: readonly ClaimableView[] }) {
  const { t, i18n } = useTranslation()
  return claimables.map((claimable) => {
    const { id, amount, asset, hash } = claimable
    const money = formatAmount(amount, asset, i18n.language)
    return (
      <Note key={id} role="status" title={t('onLedger.title', { amount: money })}>
        <p>
          <Outlook claimable={claimable} />
          {COMES.includes(claimable.outlook) && (
            <>
              <Gap />
              <strong>{t('stated.notAgain')}</strong>
            </>
          )}
        </p>
        <HashDisclosure label={t('payment.hash')} hash={hash} />
      </Note>
    )
  })
}

export function Outlook({ claimable: { outlook, from, asset } }: { claimable: ClaimableView }) {
  const { t } = useTranslation()
  const ledger = t(`payment.ledger.${networkOf(asset)}`)
  if (outlook === 'comes_later' && from !== null) {
    return <MomentSentence at={from} text={(moment) => t('onLedger.comes_later', { ledger, moment })} />
  }
  return t(`onLedger.${outlook === 'comes_later' ? 'comes' : outlook}`, { ledger })
}
