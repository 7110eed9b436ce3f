import { useTranslation } from 'react-i18next'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { QrCode } from '#app/ledgers/references/ui/qr-code.tsx'

/** For a wallet on another device (code), and for one on this device (link). */
export function SigningCode({ uri, qr }: { uri: string; qr: QrDrawing }) {
  const { t } = useTranslation()
  return (
    <div className="qr">
      <QrCode drawing={qr} label={t('held.lock.code')} />
      {t('held.lock.scan')}
      <br />
      <a className="b b--line b--small b--wallet" href={uri}>
        {t('ui.qr.open')}
      </a>
    </div>
  )
}
