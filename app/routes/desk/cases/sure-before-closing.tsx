import { useTranslation } from 'react-i18next'
import { isAsset } from '#app/domain/kernel/assets.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { ShownDoubt } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import type { WeighedEnd } from '#app/workflows/cases/close-payment-case.server.ts'
import { SureForm } from './case-form.tsx'

export type SureEnd = Omit<WeighedEnd, 'doubts'> & {
  doubts: ShownDoubt[]
  caseId: string
  kind: string
  outcome: string
}

/** Asked once more before a case is closed that still holds money, saying what becomes of it, and what may have paid it out. */
export function SureBeforeClosing({ sure }: { sure: SureEnd }) {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
  const { caseId, kind, end, amount, assetLabel, hash, outcome, doubts } = sure
  const shown = isAsset(assetLabel) ? formatAmount(amount, assetLabel, i18n.language) : `${amount} ${assetLabel}`
  return (
    <Read>
      <PageHead title={t(`cases.end.${end}`)} lead={t(`cases.end.${end}Text`)} />
      {doubts.map(({ outgoingId, paid, asset, hash: ofDoubt }) => (
        <Note key={outgoingId} tone="danger" role="alert">
          <p>{t('cases.doubt.closing', { amount: formatAmount(paid, asset, i18n.language) })}</p>
          <Code value={ofDoubt} group={8} size="small" />
        </Note>
      ))}
      <Sheet>
        <Facts items={[{ label: common('escrow.facts.amount'), value: shown }]} />
      </Sheet>
      {hash !== null && (
        <Sheet title={t('cases.facts.hash')}>
          <Code value={hash} group={8} size="small" />
        </Sheet>
      )}
      <Sheet title={t('cases.outcomeTitle')}>
        <p className="said">{outcome}</p>
      </Sheet>
      <SureForm
        act={undefined}
        row={{ id: caseId, kind, amount }}
        typed={{ end, hash: hash ?? '', outcome }}
        button={t('cases.end.yes')}
      />
    </Read>
  )
}
