import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { ShareMessage } from '#app/kernel/ui/text/share-message.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Characters of the notes that name the goods in a message. */
const LONGEST_GOODS = 80

/** A message with the escrow's link for the seller. `link`: absolute URL. */
export function ShareEscrow({ escrow, link }: { escrow: EscrowView; link: string }) {
  const { t, i18n } = useTranslation()
  const { sellerEmail } = escrow
  const amount = formatAmount(escrow.amount, escrow.currency, i18n.language)
  const goods = inShort(escrow.texts.notes)
  return (
    <div className="stack">
      <ShareMessage
        message={t(goods === '' ? 'share.message' : 'share.messageFor', { amount, goods, link })}
        subject={t('share.subject', { amount })}
        what={t('share.what')}
      />
      <p className="small muted">{sellerEmail ? t('share.named', { email: sellerEmail }) : t('share.open')}</p>
    </div>
  )
}

function inShort(notes: string): string {
  const [line = ''] = notes.trim().split(/\r?\n/)
  const letters = [...line.trim()]
  return letters.length > LONGEST_GOODS ? `${letters.slice(0, LONGEST_GOODS).join('').trimEnd()}…` : letters.join('')
}
