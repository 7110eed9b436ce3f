/**
 * What runs in a process of its own, which has no settings, writes no files and is ended when it takes too much: a PDF of a stranger may
 * unpack to gigabytes, and a thread that runs out of memory takes its process along. The bytes come in, one word goes out.
 */
import { buffer } from 'node:stream/consumers'
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs'
// pdf.js reads in this process itself.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** As many as the preview draws; the rest is for the download. */
const MOST_PAGES = 20

/** Can it be opened as the preview opens it, without a password, and does it have the pages that are drawn there? */
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
