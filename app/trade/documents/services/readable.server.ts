/** Checks at upload, within limits, whether others can read a file of an accepted kind. */
import type { FileDefect, FileKind } from '#app/kernel/domain/file-kind.ts'
import type { Open } from '#app/kernel/services/file-kind.server.ts'
import { pdfDefect } from './pdf-defect.server.ts'
import { jpegDefect, pngDefect } from './picture-defect.server.ts'

/**
 * Returns why the file cannot be read. Null: no problem is known. Unreadable Word and text files are refused earlier
 * (fileKindOf). A PDF is held in memory during the check.
 */
export async function defectIn(kind: FileKind, open: Open): Promise<FileDefect | null> {
  switch (kind) {
    case 'pdf':
      return pdfDefect(open)
    case 'png':
      return pngDefect(await open())
    case 'jpg':
      return jpegDefect(await open())
    default:
      return null
  }
}
