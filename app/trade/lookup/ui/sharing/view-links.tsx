import { useTranslation } from 'react-i18next'
import type { ViewLinkView } from '#app/escrow/domain/view-link.ts'
import { SettleForm, type SettlingProps } from '#app/escrow/ui/settle-form.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { CopyRow } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** The reader's read-only links for others, each with its expiry, and a form for a new one. */
export function ViewLinks({ escrow }: SettlingProps<EscrowView>) {
  const { t } = useTranslation()
  const { viewLinks, may } = escrow
  if (!viewLinks || !may.makeViewLink) return null
  return (
    <Sheet id="view-links" title={t('viewLink.title')} className="stack" noPrint>
      <p className="small muted">{t('viewLink.text')}</p>
      {viewLinks.map((link) => (
        <ViewLink key={link.id} link={link} escrow={escrow} />
      ))}
      {/* The key resets the form after a link was made. */}
      <SettleForm escrow={escrow} intent="make_view_link" button={t('viewLink.button')} key={viewLinks.length}>
        <Checkbox name="showsFiles" label={t('viewLink.files')} />
      </SettleForm>
    </Sheet>
  )
}

function ViewLink({ link, escrow }: { link: ViewLinkView; escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <div>
      <CopyRow value={link.address} what={t('viewLink.what')} />
      <p className="small muted">
        <MomentSentence at={link.expiresAt} text={(time) => t('viewLink.until', { time })} />
        {link.showsFiles && (
          <>
            <Comma />
            {t('viewLink.withFiles')}
          </>
        )}
        <Comma />
        {t('viewLink.views', { views: String(link.views) })}
      </p>
      <SettleForm escrow={escrow} intent="end_view_link" button={t('viewLink.revoke')}>
        <input type="hidden" name="link" value={link.id} />
      </SettleForm>
    </div>
  )
}
