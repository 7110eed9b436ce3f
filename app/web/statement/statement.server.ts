/** The settlement statement for whoever may read it: as a page's data, and as a PDF that is streamed. */
import { createReadableStreamFromReadable, redirect } from '@remix-run/node'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { Paper } from '#app/domain/statement/paper.ts'
import type { Language } from '#app/i18n/kernel/languages.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { writeStatement } from '#app/i18n/statement/statement-paper.ts'
import { findStatement } from '#app/queries/statement/statement.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { printPaper } from '#app/services/statement/statement-pdf.server.ts'
import { loadViewer } from '#app/web/accounts/viewer.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'

type Opened = { viewer: Viewer; transactionId: string; language: Language; paper: Paper }

/** Throws the answer for everyone who may not read it: to the login, or 404 as if there were no such escrow. */
export async function openStatement(request: Request, typed: string | undefined): Promise<Opened> {
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect(`/login?redirectTo=${encodeURIComponent(new URL(request.url).pathname)}`)
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const statement = await findStatement(deps.db, {
    viewer,
    transactionId: typed ?? '',
    networks,
    now: deps.clock.now(),
  })
  if (!statement) throw new Response(null, { status: 404 })
  const language = await detectLanguage(request, viewer.language)
  const t = translatorFor<['statement', 'common']>(language, ['statement', 'common'])
  const paper = writeStatement({ t, language, statement, origin: config.origin })
  return { viewer, transactionId: statement.transactionId, language, paper }
}

/** The PDF, as an attachment. Throws like openStatement. */
export async function sendStatementPdf(request: Request, typed: string | undefined): Promise<Response> {
  const { paper, transactionId } = await openStatement(request, typed)
  const headers = new Headers({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="quayside-${transactionId}.pdf"`,
    // Should a browser show it after all: no scripts, no forms, no origin of ours.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(createReadableStreamFromReadable(await printPaper(paper)), { headers })
}
