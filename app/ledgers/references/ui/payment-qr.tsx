import { useTranslation } from 'react-i18next'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { QrCode } from './qr-code.tsx'

type PaymentQrProps = {
  /** For wallets: web+stellar:pay?… or the XRP Ledger's form. */
  uri: string
  /** The same request as a code of level H (spec §9). */
  drawing: QrDrawing
  /** The least width in CSS pixels: 200 for a payment, 160 for the lookup (spec §9). */
  size?: 200 | 160
  /** Explains the content and offers to open a wallet on this device. */
  withHint?: boolean
  /** A link that opens Xaman, which does not open the XRP Ledger's own form. */
  xaman?: string | null
  /** Text across a request that must not be paid any more, and why: it makes the code unreadable for scanners. */
  stamp?: { words: string; why: string }
}

export function PaymentQr({ uri, drawing, size = 200, withHint = false, xaman, stamp }: PaymentQrProps) {
  const { t } = useTranslation()
  return (
    <div className="qr">
      <QrCode drawing={drawing} label={stamp?.why ?? t('ui.qr.label')} size={size} isPale={Boolean(stamp)}>
        {stamp && <Stamp words={stamp.words} modules={drawing.modules} />}
      </QrCode>
      {stamp && <p>{stamp.why}</p>}
      {withHint && (
        <>
          {t('ui.qr.inside')}
          <br />
          <a className="b b--line b--small b--wallet" href={uri}>
            {t('ui.qr.open')}
          </a>
          {xaman && (
            <>
              <br />
              <a className="b b--line b--small b--wallet" href={xaman}>
                {t('ui.qr.xaman')}
              </a>
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Covers more than the 30 % that level H can restore. */
function Stamp({ words, modules }: { words: string; modules: number }) {
  const height = modules * 0.36
  return (
    <>
      <path fill="#ffffff" d={`M0 ${(modules - height) / 2}h${modules}v${height}H0z`} />
      <text
        x={modules / 2}
        y={modules / 2}
        fill="#0d1b45"
        fontSize={modules / Math.max(6, words.length * 0.8)}
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {words}
      </text>
    </>
  )
}
