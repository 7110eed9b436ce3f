import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { inOneLine } from '#app/records/statement/domain/paper.ts'
import { PaperFacts, PaperSheet, PaperText } from '#app/records/statement/ui/paper.tsx'
import { openShared } from '#app/records/statement/web/shared.server.ts'

export const handle: PageHandle = { title: 'pages.sharedEscrow', ticker: 'off' }

/** Not cached: the link may be revoked at any time. */
export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** For the holder of the link, without an account and without actions. */
export async function loader({ request }: LoaderFunctionArgs) {
  const shared = await openShared(request)
  if (!shared) return data({ shared: null }, { status: 404 })
  const { by, token, files, paper } = shared
  const { status, isFinal, head, sections, foot } = paper
  const query = new URLSearchParams({ token })
  return data({
    shared: {
      by,
      files: files?.map(({ id, ...file }) => ({ ...file, href: `/shared-escrow/files/${id}?${query}` })) ?? [],
      // The escrow ID is left out.
      paper: {
        status,
        isFinal,
        head: head.filter(({ values }) => values.some(({ text }) => text !== '')),
        sections,
        foot,
      },
    },
  })
}

export default function SharedEscrow() {
  const { t } = useTranslation()
  const { shared } = useLoaderData<typeof loader>()
  if (!shared) return <PageHead title={t('account.deadTitle')} lead={t('viewLink.dead')} />
  const { by, files, paper } = shared
  return (
    <div className="paper">
      <PageHead title={t('pages.sharedEscrow')} lead={t('viewLink.lead', { name: by })} />
      <div className="stack paper__sheets">
        <Note tone={paper.isFinal ? 'good' : 'attention'} title={<PaperText words={paper.status.label} />}>
          <p>{paper.status.text}</p>
        </Note>
        <Sheet>
          <PaperFacts facts={paper.head} />
        </Sheet>
        {files.length > 0 && (
          <Sheet>
            <ul className="paper__files">
              {files.map(({ href, type, fileName }) => (
                <li key={href}>
                  {/* A plain link: the browser saves the file, the router must not fetch it. */}
                  <a href={href} download>
                    <Icon name="down" /> {t(type ? `documentType.${type}` : 'escrow.facts.contract')}
                  </a>{' '}
                  <bdi className="small muted">{fileName}</bdi>
                </li>
              ))}
            </ul>
          </Sheet>
        )}
        {paper.sections.map((section) => (
          <PaperSheet key={inOneLine(section.title)} section={section} />
        ))}
        <p className="small muted paper__foot">{paper.foot}</p>
      </div>
    </div>
  )
}
