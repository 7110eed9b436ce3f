/** Serves private files as attachments that a browser never runs. */
import type { Readable } from 'node:stream'
import { createReadableStreamFromReadable, redirect } from '@remix-run/node'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { recordAccess } from '#app/accounts/web/access-records.server.ts'
import { assertSecondStep, loadViewer } from '#app/accounts/web/viewer.server.ts'
import { noteOperatorView } from '#app/accounts/workflows/note-operator-view.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { reportError } from '#app/kernel/web/http/page-errors.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { FileMissing, StorageError } from '#app/ports.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { DownloadableFile } from '#app/trade/documents/queries/downloads.server.ts'

/** Returns the file if the viewer may read it, otherwise null. */
export type Find = (viewer: Viewer) => Promise<DownloadableFile | null>

/** Streams the file that `find` returns for the viewer. 404 without one, as if it did not exist. */
export async function downloadFile(request: Request, find: Find): Promise<Response> {
  const { file, content } = await openGranted(request, { find, kind: 'file_downloaded' })
  return attachment(file, content)
}

/** Streams a file that needs no account. Throws like openGranted, but redirects nobody to the login. */
export async function sendFile(
  file: DownloadableFile,
  asked: { request: Request; language: string | null },
): Promise<Response> {
  return attachment(file, await openContent(file, asked))
}

function attachment(file: DownloadableFile, content: Readable): Response {
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Length': String(file.size),
    'Content-Disposition': contentDisposition(file.fileName),
    // If a browser shows the file after all: no scripts, no forms, not our origin.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(createReadableStreamFromReadable(content), { headers })
}

/** Throws a Response without a file for this viewer: redirect to the login, 404, or 503 while the store is down. */
export async function openGranted(
  request: Request,
  { find, kind }: { find: Find; kind: 'file_downloaded' | 'file_previewed' },
): Promise<{ viewer: Viewer; file: DownloadableFile; content: Readable }> {
  const viewer = await loadViewer(request)
  // Not back to the file: its download would leave the browser on the login form.
  if (!viewer) throw redirect(entrance('/login', '/dashboard'))
  assertSecondStep(viewer)
  const file = await find(viewer)
  const subject = new URL(request.url).pathname.replace(/\/preview$/, '')
  if (!file) await recordAccess(request, { kind: 'file_refused', subject })
  if (!file) throw await inWords(404, 'error.notFoundTitle', { request, viewer })
  if (viewer.role === 'admin') await noteOperatorView(deps, { escrowId: file.escrowId, operatorId: viewer.id })
  await recordAccess(request, { kind, subject, escrowId: file.escrowId })
  return { viewer, file, content: await openContent(file, { request, language: viewer.language ?? null }) }
}

async function openContent(
  file: DownloadableFile,
  { request, language }: { request: Request; language: string | null },
): Promise<Readable> {
  const asked = { request, viewer: { language } }
  try {
    return await deps.storage.read(file.storageKey)
  } catch (error) {
    if (error instanceof FileMissing) {
      deps.log.error({ file: file.storageKey }, 'stored document missing')
      throw await inWords(404, 'error.documentMissing', asked)
    }
    if (!(error instanceof StorageError)) throw error
    reportError(error, { file: file.storageKey }, 'document store unavailable')
    throw await inWords(503, 'error.storeSilent', asked)
  }
}

type Words = 'error.notFoundTitle' | 'error.documentMissing' | 'error.storeSilent'

/** A text response in the reader's language, where there is no file. */
export async function inWords(
  status: number,
  words: Words,
  { request, viewer }: { request: Request; viewer: { language?: string | null } },
): Promise<Response> {
  const language = await detectLanguage(request, viewer.language)
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Language': language,
    'Cache-Control': 'no-store',
  }
  return new Response(translatorFor(language)(words), { status, headers })
}

/** RFC 6266: an ASCII name for old browsers, the real one in UTF-8. */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
