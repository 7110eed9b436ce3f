import { useTranslation } from 'react-i18next'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { CopyRow } from '#app/kernel/ui/text/code.tsx'
import { ShareMessage } from '#app/kernel/ui/text/share-message.tsx'

/** `count`: accounts opened by this person's link. Null: the link is everybody's. */
type PilotLink = { href: string; count: number | null }

/** For a forwarder whose customer is the buyer: the pilot's link, and a message with it. */
export function ForCustomer({ link: { href: link, count } }: { link: PilotLink }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('customer.title')} className="stack">
      <p>{t('customer.text')}</p>
      {count !== null && (
        <p className="small muted">
          {t('customer.own')} {t('customer.count', { count })}
        </p>
      )}
      <CopyRow value={link} what={t('customer.link')} />
      <ShareMessage
        message={t('customer.message', { link })}
        subject={t('customer.subject')}
        what={t('customer.what')}
      />
    </Sheet>
  )
}
