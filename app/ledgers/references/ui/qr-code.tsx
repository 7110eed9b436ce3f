import { type ReactNode, useMemo } from 'react'
import { type QrDrawing, strokesOf } from '#app/ledgers/references/domain/qr-drawing.ts'

type QrCodeProps = {
  /** Made on the server (app/ledgers/references/web/qr.server.ts). */
  drawing: QrDrawing
  /** For people who do not see it. */
  label: string
  /** The least width of each side in CSS pixels. */
  size?: 200 | 160
  /** Paler, behind what is drawn over it. */
  isPale?: boolean
  children?: ReactNode
}

/** CSS pixels per module: below, codes on a screen of ordinary resolution are not decoded. */
const MODULE = 3

/** White in both colour schemes, because scanners need the contrast. */
export function QrCode({ drawing, label, size = 200, isPale = false, children }: QrCodeProps) {
  const { modules } = drawing
  const path = useMemo(() => strokesOf(drawing), [drawing])
  const width = Math.max(size, modules * MODULE)
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={width}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M0 0h${modules}v${modules}H0z`} />
      <path stroke="#0d1b45" d={path} opacity={isPale ? 0.35 : undefined} />
      {children}
    </svg>
  )
}
