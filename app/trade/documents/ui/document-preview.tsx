import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewKind } from '#app/kernel/domain/file-kind.ts'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'

import type { FrameProps } from './pdf-preview.tsx'

/** The PDF viewer is loaded when the first PDF is opened. */
const PdfPreview = lazy(() => import('./pdf-preview.tsx'))

type DocumentPreviewProps = {
  fileName: string
  /** Download URL; the preview is at `href/preview`. */
  href: string
}

/**
 * Preview of an image or a PDF; nothing for other kinds. The frame is sandboxed: its content comes from the other
 * party. Without JavaScript, an image opens as its own page.
 */
export function DocumentPreview({ fileName, href }: DocumentPreviewProps) {
  const { t } = useTranslation()
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDetailsElement>(null)
  // The reader may have opened it before hydration.
  useEffect(() => setOpen(box.current?.open ?? false), [])
  const kind = previewKind(fileName)
  if (kind === null) return null
  const title = t('preview.title', { name: fileName })
  const frame = { title, href, src: `${href}/preview` }
  return (
    <details
      className="hash preview no-print"
      ref={box}
      onToggle={({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open)}
    >
      <summary>
        {t('preview.show')}
        <ActedOn>{fileName}</ActedOn>
      </summary>
      {!isHydrated &&
        (kind === 'picture' ? <a href={frame.src}>{t('preview.picture')}</a> : <p>{t('preview.noScript')}</p>)}
      {isHydrated && isOpen && (
        <Suspense fallback={<p role="status">{t('preview.drawing')}</p>}>
          {kind === 'pdf' ? <PdfPreview {...frame} /> : <PicturePreview {...frame} />}
        </Suspense>
      )}
    </details>
  )
}

function PicturePreview({ title, src }: FrameProps) {
  return <iframe className="preview__frame" title={title} src={src} sandbox="" />
}
