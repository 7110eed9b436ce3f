/** Checks at upload, within limits, whether others can read a file of an accepted kind. */
import type { FileKind, FileTrouble } from '#app/kernel/domain/file-kind.ts'
import type { Open } from '#app/kernel/services/file-kind.server.ts'
import { pdfTrouble } from './pdf-trouble.server.ts'
import { jpegTrouble, pngTrouble } from './picture-trouble.server.ts'

/**
 * Returns why the file cannot be read. Null: no problem is known. Unreadable Word and text files are refused earlier
 * (fileKindOf). A PDF is held in memory during the check.
 */
export async function troubleIn(kind: FileKind, open: Open): Promise<FileTrouble | null> {
  switch (kind) {
    case 'pdf':
      return pdfTrouble(open)
    case 'png':
      return pngTrouble(await open())
    case 'jpg':
      return jpegTrouble(await open())
    default:
      return null
  }
}
