/** Previews of images and PDFs in a frame without access to anything of ours (preview-page.ts). */
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

/** The document of a preview frame. 404 if `find` returns no file, and for other kinds of file. */
export async function previewFile(request: Request, find: Find): Promise<Response> {
  const { viewer, file, content } = await openGranted(request, { find, kind: 'file_previewed' })
  const language = await detectLanguage(request, viewer.language)
  const page = { fileName: file.fileName, language, direction: directionOf(language) }
  const kind = previewKind(file.fileName)
  if (kind === 'picture') {
    const pieces = Readable.from(picturePage({ ...page, contentType: file.contentType }, content))
    return answer(createReadableStreamFromReadable(pieces), picturePolicy())
  }
  // The surrounding page passes the bytes in; the frame itself reads no file.
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
    // Same as frame-ancestors, for old browsers.
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  // With a Referer, a stranger's document could pass for our page where only the Referer shows a form's source.
  headers.set('Referrer-Policy', 'no-referrer')
  return new Response(body, { headers })
}
