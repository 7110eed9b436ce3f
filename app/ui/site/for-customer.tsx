import { useTranslation } from 'react-i18next'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { CopyRow } from '#app/ui/kernel/text/code.tsx'
import { ShareMessage } from '#app/ui/kernel/text/share-message.tsx'

/** To a forwarder whose customer is the buyer: the pilot's link, and a message that holds it. */
export function ForCustomer({ origin }: { origin: string }) {
  const { t } = useTranslation()
  const link = `${origin}/register?pilot=freight`
  return (
    <Sheet title={t('customer.title')} className="stack">
      <p>{t('customer.text')}</p>
      <CopyRow value={link} what={t('customer.link')} />
      <ShareMessage
        message={t('customer.message', { link })}
        subject={t('customer.subject')}
        what={t('customer.what')}
      />
    </Sheet>
  )
}
