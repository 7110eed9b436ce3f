import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { PrintButton } from '#app/kernel/ui/page/print-button.tsx'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import { inOneLine } from '#app/records/statement/domain/paper.ts'
import { PaperFacts, PaperSheet, PaperText } from '#app/records/statement/ui/paper.tsx'
import { openStatement } from '#app/records/statement/web/statement.server.ts'

export const handle: PageHandle = { title: 'pages.statement' }

/** For both parties and the operator; 404 for anybody else. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { viewer, transactionId, language, paper } = await openStatement(request, params.transactionId)
  const t = statementTranslator(language)
  const { title, status, isFinal, head, sections, foot } = paper
  return {
    words: { download: t('download'), print: t('print'), back: t('back') },
    paper: { title, status, isFinal, head, sections, foot },
    pdf: `/statements/${transactionId}.pdf`,
    // Operators cannot open the parties' page of an escrow.
    escrow: viewer.role === 'admin' ? null : `/dashboard?txid=${transactionId}`,
  }
}

export default function SettlementStatement() {
  const { words, paper, pdf, escrow } = useLoaderData<typeof loader>()
  return (
    <div className="paper">
      <PageHead title={<PaperText words={paper.title} />} />
      <Actions>
        {/* A plain link: the browser saves the file, the router must not fetch it. */}
        <a className={buttonClass()} href={pdf} download>
          <Icon name="down" />
          {words.download}
        </a>
        <PrintButton>{words.print}</PrintButton>
        {escrow && (
          <ButtonLink look="quiet" to={escrow}>
            {words.back}
          </ButtonLink>
        )}
      </Actions>
      <div className="stack paper__sheets">
        <Note tone={paper.isFinal ? 'good' : 'attention'} title={<PaperText words={paper.status.label} />}>
          <p>{paper.status.text}</p>
        </Note>
        <Sheet>
          <PaperFacts facts={paper.head} />
        </Sheet>
        {paper.sections.map((section) => (
          <PaperSheet key={inOneLine(section.title)} section={section} />
        ))}
        <p className="small muted paper__foot">{paper.foot}</p>
      </div>
    </div>
  )
}
