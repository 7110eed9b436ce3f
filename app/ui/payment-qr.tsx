import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { classNames } from './class-names.ts'

type PaymentQrProps = {
  /** The payment request as wallets read it: web+stellar:pay?… or the XRP Ledger's. */
  uri: string
  /** 200 for a payment, 160 for the lookup (spec §9). */
  size?: 200 | 160
  /** Says what is inside and offers to open a wallet on this device. */
  withHint?: boolean
}

/** A QR code of level H (spec §9), on white paper in both schemes because scanners need the contrast. */
export function PaymentQr({ uri, size = 200, withHint = false }: PaymentQrProps) {
  const { t } = useTranslation()
  return (
    <div className={classNames('qr', size === 160 && 'qr--s')}>
      <QRCodeSVG
        value={uri}
        level="H"
        size={size}
        marginSize={2}
        bgColor="#ffffff"
        fgColor="#0d1b45"
        role="img"
        aria-label={t('ui.qr.label')}
      />
      {withHint && (
        <>
          {t('ui.qr.scan')}
          <br />
          {t('ui.qr.inside')}
          <br />
          <a className="b b--line b--small b--wallet" href={uri}>
            {t('ui.qr.open')}
          </a>
        </>
      )}
    </div>
  )
}
