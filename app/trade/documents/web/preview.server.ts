/** Pictures and PDFs to look at without saving them, in a frame that has nothing of ours (preview-page.ts). */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { previewKind } from '#app/kernel/domain/file-kind.ts'
import { directionOf } from '#app/kernel/i18n/languages.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config } from '#app/runtime.server.ts'
import { type Find, inWords, openGranted } from './download.server.ts'
import { pdfPage, pdfPolicy, picturePage, picturePolicy } from './preview-page.ts'

/** The document of a preview frame, for whom `find` grants the file; 404 for everyone else and for other kinds of file. */
export async function previewFile(request: Request, find: Find): Promise<Response> {
  const { viewer, file, content } = await openGranted(request, { find, kind: 'file_previewed' })
  const language = await detectLanguage(request, viewer.language)
  const page = { fileName: file.fileName, language, direction: directionOf(language) }
  const kind = previewKind(file.fileName)
  if (kind === 'picture') {
    const pieces = Readable.from(picturePage({ ...page, contentType: file.contentType }, content))
    return answer(createReadableStreamFromReadable(pieces), picturePolicy())
  }
  // The page around hands the bytes in; the frame itself reads no file.
  content.destroy()
  if (kind === null) throw await inWords(404, 'error.notFoundTitle', { request, viewer })
  const t = translatorFor(language)
  const keep = { page: '{{page}}', pages: '{{pages}}', shown: '{{shown}}' }
  const words = { page: t('preview.page', keep), more: t('preview.more', keep), drawing: t('preview.drawing') }
  const nonce = randomBytes(16).toString('base64')
  return answer(pdfPage({ ...page, nonce, words, noScript: t('preview.noScript') }), pdfPolicy(nonce))
}

function answer(body: BodyInit, policy: string): Response {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    // The same as frame-ancestors, for old browsers.
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  // A document of strangers must not pass for a page of ours where only the Referer says where a form comes from.
  headers.set('Referrer-Policy', 'no-referrer')
  return new Response(body, { headers })
}
