/** The copy of a person's data, streamed: JSON, and the files that the person uploaded. */
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable, redirect } from '@remix-run/node'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { assertSecondStep, loadViewer } from '#app/accounts/web/viewer.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { FileMissing } from '#app/ports.ts'
import { config, deps } from '#app/runtime.server.ts'
import { findExport } from '#app/settings/db/data-exports.server.ts'
import { pathInArchive } from '#app/settings/domain/archive-names.ts'
import { type OwnSection, ownFiles, ownSections } from '#app/settings/queries/own-data.server.ts'
import { type ArchiveEntry, streamArchive } from '#app/settings/services/archive.server.ts'
import { noteExportTaken } from '#app/settings/workflows/ask-for-export.server.ts'
import { inWords } from '#app/trade/documents/web/download.server.ts'

/** Streams it to its owner until it expires; 404 for everybody else. */
export async function sendExport(request: Request, id: string | undefined): Promise<Response> {
  const viewer = await loadViewer(request)
  if (!viewer) throw redirect(entrance('/login', '/settings/export'))
  assertSecondStep(viewer)
  const now = deps.clock.now()
  const asked = id && looksLikeRowId(id) ? await findExport(deps.db, { id, userId: viewer.id, now }) : null
  if (!asked) throw await inWords(404, 'error.notFoundTitle', { request, viewer })
  await countTry('data_export_taken_by_user', viewer.id)
  await noteExportTaken(deps, { userId: viewer.id, id: asked.id })
  const archive = streamArchive(entriesOf({ userId: viewer.id, now }))
  archive.on('error', (error) => deps.log.warn({ cause: error.message, user: viewer.id }, 'data export failed'))
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="quayside-${now.toISOString().slice(0, 10)}.zip"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(createReadableStreamFromReadable(archive), { headers })
}

async function* entriesOf({ userId, now }: { userId: string; now: Date }): AsyncIterable<ArchiveEntry> {
  for (const section of ownSections(deps.db, { userId, now })) {
    yield { path: `${section.name}.json`, at: now, open: async () => Readable.from(asJson(section)) }
  }
  const seen = new Set<string>()
  for await (const file of ownFiles(deps.db, userId)) {
    yield { path: pathInArchive(file, seen), at: file.uploadedAt, open: () => openFile(file.storageKey) }
  }
}

async function* asJson({ rows }: OwnSection): AsyncIterable<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A file that is lost from storage is empty in the copy; the list of documents has its size and SHA-256. */
async function openFile(storageKey: string): Promise<Readable> {
  try {
    return await deps.storage.read(storageKey)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    deps.log.error({ file: storageKey }, 'stored document missing')
    return Readable.from([])
  }
}
