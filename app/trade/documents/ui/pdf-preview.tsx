import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import type { FrameMessage, PageMessage } from '#app/pdf-frame/messages.ts'
import { partUrl } from '#app/pdf-frame/parts.ts'
// Imported here so that the frame's script is part of the browser build.
import '#app/pdf-frame/script-url.ts'

/** `href`: the document; `src`: the page of the frame. */
export type FrameProps = { title: string; href: string; src: string }

/**
 * The frame that draws a PDF has no origin and no network. This component fetches the document with the reader's
 * session, and the parts of pdf.js that the frame asks for by name, and passes them in.
 */
export default function PdfPreview({ title, href, src }: FrameProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [failed, setFailed] = useState<'password' | 'other' | null>(null)

  // In a layout effect: the frame says only once that it is ready, so the listener must exist before.
  useLayoutEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const load = async (url: string) => {
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      return response.arrayBuffer()
    }
    // The frame has no origin to address. Only our own pages can be in it, or the captcha's (frame-src).
    const hand = (message: PageMessage) => frame.current?.contentWindow?.postMessage(message, '*')
    const answer = async (message: FrameMessage) => {
      if (message.kind === 'failed') setFailed(message.why)
      if (message.kind === 'ready') hand({ kind: 'file', bytes: await load(href) })
      if (message.kind === 'need') {
        const url = partUrl(message.name)
        hand({ kind: 'part', id: message.id, bytes: url ? await load(url) : null })
      }
    }
    const listen = ({ source, data }: MessageEvent<FrameMessage>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      answer(data).catch(() => signal.aborted || setFailed('other'))
    }
    window.addEventListener('message', listen, { signal })
    return () => stop.abort()
  }, [href])

  if (failed) {
    return (
      <p role="alert">
        {t(failed === 'password' ? 'preview.locked' : 'preview.failed')}
        <Gap />
        <a href={href} download>
          {t('ui.document.download')}
        </a>
      </p>
    )
  }
  return <iframe ref={frame} className="preview__frame" title={title} src={src} sandbox="allow-scripts" />
}
