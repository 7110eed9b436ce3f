/** An escrow for the holder of a link: as page data, and its files if the link includes them. */

import { recordAccess } from '#app/accounts/web/access-records.server.ts'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import { permissionsOfLink } from '#app/escrow/domain/permissions.ts'
import { noteView, openViewLink } from '#app/escrow/workflows/view-links.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import type { Paper } from '#app/records/statement/domain/paper.ts'
import { forColleague } from '#app/records/statement/domain/shared-statement.ts'
import { writeStatement } from '#app/records/statement/i18n/statement-paper.ts'
import {
  findSharedFile,
  findSharedFiles,
  type SharedFiles,
} from '#app/records/statement/queries/shared-files.server.ts'
import { findSharedStatement } from '#app/records/statement/queries/statement.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { sendFile } from '#app/trade/documents/web/download.server.ts'

type Shared = { by: string; token: string; paper: Paper; files: SharedFiles | null }

/** Null: the link has ended or never existed. Throws a 429 Response for too many views of one link. */
export async function openShared(request: Request): Promise<Shared | null> {
  const token = tokenIn(request)
  // A signed-in visitor is recorded as the reader.
  const viewer = await loadViewer(request)
  const link = await openViewLink(deps, token)
  if (!link) await recordAccess(request, { kind: 'statement_refused', subject: 'link' })
  if (!link) await countDeadLink(request)
  if (!link) return null
  await countTry('view_by_link', link.id)
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const ask = { escrowId: link.escrowId, networks, now: deps.clock.now() }
  const statement = await findSharedStatement(deps.db, ask)
  if (!statement) return null
  await noteView(deps, token)
  await recordAccess(request, { kind: 'statement_read', subject: `link ${link.id}`, escrowId: link.escrowId })
  const language = await detectLanguage(request, viewer?.language)
  const t = statementTranslator(language)
  const paper = writeStatement({ t, language, statement: forColleague(statement), origin: config.origin })
  return {
    by: link.madeBy,
    token,
    paper,
    files: permissionsOfLink(link).sees.documents ? await findSharedFiles(deps.db, link.escrowId) : null,
  }
}

/** The file as an attachment. Throws a 404 Response when the link does not include it, as if it did not exist. */
export async function sendSharedFile(request: Request, fileId: string | undefined): Promise<Response> {
  const viewer = await loadViewer(request)
  const link = await openViewLink(deps, tokenIn(request))
  if (link) await countTry('view_by_link', link.id)
  const file =
    link && permissionsOfLink(link).sees.documents
      ? await findSharedFile(deps.db, { escrowId: link.escrowId, fileId: fileId ?? '' })
      : null
  const subject = link ? `${new URL(request.url).pathname} link ${link.id}` : 'dead link'
  const escrowId = link?.escrowId ?? null
  await recordAccess(request, { kind: file ? 'file_downloaded' : 'file_refused', subject, escrowId })
  if (!link) await countDeadLink(request)
  if (!file) throw new Response(null, { status: 404 })
  return sendFile(file, { request, language: viewer?.language ?? null })
}

/** Limits guessing of links. Throws a 429 Response for too many attempts. */
async function countDeadLink(request: Request): Promise<void> {
  const network = clientNetwork(request)
  if (network !== null) await countTry('dead_link_by_network', network)
}

function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}
