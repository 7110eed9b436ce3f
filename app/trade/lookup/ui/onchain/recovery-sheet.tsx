import { useTranslation } from 'react-i18next'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { CopyRow } from '#app/kernel/ui/text/code.tsx'
import { PROGRAM, recoveryFileName } from '#app/trade/onchain/domain/recovery-names.ts'
import type { OnchainEscrow } from './onchain-props.ts'

/** Recovery without Quayside: the file and its program. Plain links, which the browser must save, not the router. */
export function RecoverySheet({
  escrow: { transactionId, currency },
}: {
  escrow: Pick<OnchainEscrow, 'transactionId' | 'currency'>
}) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('held.recovery.title')} className="stack" noPrint>
      <p className="small">{t(`held.recovery.${networkOf(currency)}`)}</p>
      <p className="acts">
        <a className="b b--line" href={`/held/${transactionId}.json`} download>
          {t('held.recovery.button')}
        </a>
        <a className="b b--line" href={`/${PROGRAM}`} download={PROGRAM}>
          {t('held.recovery.program')}
        </a>
      </p>
      <p className="small">{t('held.recovery.run')}</p>
      <CopyRow value={`node ${PROGRAM} ${recoveryFileName(transactionId)}`} what={t('held.recovery.title')} />
      <p className="small">{t('held.recovery.help')}</p>
    </Sheet>
  )
}
