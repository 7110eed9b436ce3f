import { Link } from '@remix-run/react'
import type { ListView } from '#app/admin/queries/screening/screening.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

export function ListStates({ lists }: { lists: ListView[] }) {
  const t = useAdmin()
  return (
    <Sheet title={t('screening.lists')}>
      <Facts
        items={lists.map(({ name, readAt, entries, address, failingSince, isRefused }) => ({
          label: name,
          value: readAt === null ? t('screening.never') : <Moment at={readAt} />,
          detail: (
            <>
              {failingSince === null ? (
                entries !== null && t('screening.entries', { count: entries })
              ) : (
                <MomentSentence at={failingSince} text={(time) => t('screening.failing', { time })} />
              )}
              {isRefused && (
                <>
                  <br />
                  <Link to="/admin-panel/screening/files">{t('screening.files.waits')}</Link>
                </>
              )}
              {address !== null && (
                <>
                  <br />
                  <InlineCode size="small">{address}</InlineCode>
                </>
              )}
            </>
          ),
        }))}
      />
      <p className="small muted">{t('screening.notChecked')}</p>
    </Sheet>
  )
}
