import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

declare global {
  interface Window {
    turnstile?: {
      render(box: HTMLElement, options: { sitekey: string; 'error-callback': () => void }): string
      reset(widget: string): void
      remove(widget: string): void
    }
  }
}

type TurnstileProps = {
  siteKey: string
  /** Changes with every answer to the form: a token counts once, so the widget restarts. */
  answer: unknown
}

/** Cloudflare's captcha widget. It puts its token into the form that it stands in. */
export function Turnstile({ siteKey, answer }: TurnstileProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const widget = useRef<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [cameByLink] = useState(useHydrated())

  useEffect(() => {
    // Only this page's own document may load the widget; after a client-side navigation the document is another page's.
    if (cameByLink) return window.location.reload()
    const show = () => {
      if (!box.current || !window.turnstile) return
      const fail = () => setFailed(true)
      widget.current = window.turnstile.render(box.current, { sitekey: siteKey, 'error-callback': fail })
    }
    const script = Object.assign(document.createElement('script'), { src: SCRIPT, async: true })
    script.onload = show
    script.onerror = () => setFailed(true)
    document.head.append(script)
    return () => {
      script.onload = null
      script.remove()
      if (widget.current) window.turnstile?.remove(widget.current)
    }
  }, [siteKey, cameByLink])

  useEffect(() => {
    if (answer && widget.current) window.turnstile?.reset(widget.current)
  }, [answer])

  return (
    <>
      <noscript>
        <p className="err">{t('captcha.noScript')}</p>
      </noscript>
      <div ref={box} />
      {hasFailed && (
        <p className="err" role="alert">
          {t('captcha.unavailable')}
        </p>
      )}
    </>
  )
}
