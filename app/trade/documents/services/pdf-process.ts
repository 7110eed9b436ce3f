/**
 * Runs in its own process, without settings or write access, and is killed above its limits: a stranger's PDF may
 * unpack to gigabytes, and a thread that runs out of memory ends its whole process. Bytes on stdin, one word on stdout.
 */
import { buffer } from 'node:stream/consumers'
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs'
// Makes pdf.js run in this process, without a worker.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** As many as the preview draws; further pages are only downloaded. */
const MOST_PAGES = 20

/** Opens the PDF like the preview, without a password, and reads the pages that the preview draws. */
async function openPdf(bytes: Uint8Array): Promise<'readable' | 'needs_password' | 'damaged'> {
  const options = { verbosity: 0, useSystemFonts: false, disableFontFace: true, enableXfa: false }
  try {
    const pdf = await getDocument({ ...options, data: bytes }).promise
    if (pdf.numPages < 1) return 'damaged'
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number++) await pdf.getPage(number)
    return 'readable'
  } catch (error) {
    return error instanceof PasswordException ? 'needs_password' : 'damaged'
  }
}

const answer = await openPdf(Uint8Array.from(await buffer(process.stdin)))
process.stdout.write(answer, () => process.exit(0))
