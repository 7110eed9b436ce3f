import { useTranslation } from 'react-i18next'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { IdSheet } from '#app/trade/lookup/ui/sharing/id-sheet.tsx'
import { ShareEscrow } from '#app/trade/lookup/ui/sharing/share-escrow.tsx'

export function Invite({ escrow, link }: { escrow: EscrowView; link: string | null }) {
  const { t } = useTranslation()
  if (link === null) return null
  // With on-chain escrow this is also the page after submission (spec §2).
  if (escrow.custody.fundedBy === 'lock' && escrow.stage === 'awaiting_funds') {
    return (
      <IdSheet escrow={escrow} isNext={false}>
        <ShareEscrow escrow={escrow} link={link} />
      </IdSheet>
    )
  }
  return (
    <Sheet id="invite" title={t('share.title')} noPrint>
      <ShareEscrow escrow={escrow} link={link} />
    </Sheet>
  )
}
