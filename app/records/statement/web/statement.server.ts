/** The settlement statement for whoever may read it: as page data, and as a PDF. */
import { redirect } from '@remix-run/node'
import pLimit from 'p-limit'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { recordAccess } from '#app/accounts/web/access-records.server.ts'
import { assertSecondStep, loadViewer } from '#app/accounts/web/viewer.server.ts'
import { noteOperatorView } from '#app/accounts/workflows/note-operator-view.server.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import type { Paper } from '#app/records/statement/domain/paper.ts'
import type { Statement } from '#app/records/statement/domain/statement.ts'
import { writeStatement } from '#app/records/statement/i18n/statement-paper.ts'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { answerPdf, printOrSayBusy } from './answer-pdf.server.ts'

/** One read at a time: concurrent requests must not delay other people's pages. */
const read = pLimit(1)

type Found = { viewer: Viewer; language: Language; statement: Statement }
type Opened = { viewer: Viewer; transactionId: string; language: Language; paper: Paper }

/** Throws a Response for everyone who may not read it: redirect to the login, or 404 as if it did not exist. */
export async function openStatement(request: Request, typed: string | undefined): Promise<Opened> {
  const { viewer, language, statement } = await find(request, typed)
  const t = statementTranslator(language)
  const paper = writeStatement({ t, language, statement, origin: config.origin })
  return { viewer, transactionId: statement.transactionId, language, paper }
}

async function find(request: Request, typed: string | undefined): Promise<Found> {
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect(entrance('/login', new URL(request.url).pathname.replace(/\.pdf$/, '')))
  assertSecondStep(viewer)
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const statement = await findStatement(deps.db, {
    viewer,
    transactionId: typed ?? '',
    networks,
    now: deps.clock.now(),
  })
  const subject = new URL(request.url).pathname.endsWith('.pdf') ? 'pdf' : 'page'
  if (!statement) await recordAccess(request, { kind: 'statement_refused', subject })
  if (!statement) throw new Response(null, { status: 404 })
  await recordAccess(request, { kind: 'statement_read', subject, escrowId: statement.escrowId })
  if (viewer.role === 'admin') {
    await noteOperatorView(deps, { escrowId: statement.escrowId, operatorId: viewer.id })
  }
  return { viewer, language: await detectLanguage(request, viewer.language), statement }
}

/** The PDF as an attachment. Throws like openStatement, and a 429 or 503 Response for too many requests. */
export async function sendStatementPdf(request: Request, typed: string | undefined): Promise<Response> {
  const { viewer, language, statement } = await read(() => find(request, typed))
  await countTry('print_by_user', viewer.id)
  const pdf = await printOrSayBusy({ of: { statement }, language, origin: config.origin })
  return answerPdf(pdf, `quayside-${statement.transactionId}.pdf`)
}
