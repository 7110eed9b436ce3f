import { useTranslation } from 'react-i18next'
import { withoutIsolates } from '#app/kernel/i18n/isolate.ts'
import { Button, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { CopyButton } from './copy-button.tsx'
import { Quote } from './quote.tsx'

type ShareMessageProps = {
  /** Ready to be sent, with its link. */
  message: string
  /** The subject of an email with the message. */
  subject: string
  /** The name of the message for screen readers: "message for the seller". */
  what: string
}

/** A ready message and the ways to send it: plain links, and the device's share sheet where there is one. */
export function ShareMessage({ message, subject, what }: ShareMessageProps) {
  const { t } = useTranslation()
  const isHydrated = useHydrated()
  const text = withoutIsolates(message)
  const encoded = encodeURIComponent(text)
  const mailto = `mailto:?subject=${encodeURIComponent(withoutIsolates(subject))}&body=${encoded}`
  const hasSheet = isHydrated && typeof navigator.share === 'function'
  // Closing the sheet rejects, and changes nothing.
  const share = () => void navigator.share({ text }).catch(() => undefined)
  return (
    <>
      <Quote>{text}</Quote>
      <Actions after>
        {hasSheet && (
          <Button type="button" size="small" onClick={share}>
            {t('share.share')}
          </Button>
        )}
        <a className={buttonClass('line', 'small')} href={`https://wa.me/?text=${encoded}`} rel="noopener noreferrer">
          {t('share.whatsApp')}
        </a>
        <a className={buttonClass('line', 'small')} href={mailto}>
          {t('share.email')}
        </a>
        <CopyButton value={text} what={what} />
      </Actions>
    </>
  )
}
