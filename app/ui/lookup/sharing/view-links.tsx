import { useTranslation } from 'react-i18next'
import type { ShownViewLink } from '#app/domain/escrow/view-link.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { SettleForm, type SettlingProps } from '#app/ui/escrow/settle-form.tsx'
import { Checkbox } from '#app/ui/kernel/forms/checkbox.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { CopyRow } from '#app/ui/kernel/text/code.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

/** The reader's own links by which others read this escrow, each with its end, and the way to make one. */
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
      {/* Another link begins with another choice. */}
      <SettleForm escrow={escrow} intent="make_view_link" button={t('viewLink.button')} key={viewLinks.length}>
        <Checkbox name="showsFiles" label={t('viewLink.files')} />
      </SettleForm>
    </Sheet>
  )
}

function ViewLink({ link, escrow }: { link: ShownViewLink; escrow: EscrowView }) {
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
