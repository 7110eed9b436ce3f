/** Whether others will be able to read a file that is of a kind we take: looked at when it arrives, within bounds. */
import type { FileKind, FileTrouble } from '#app/kernel/domain/file-kind.ts'
import type { Open } from '#app/kernel/services/file-kind.server.ts'
import { pdfTrouble } from './pdf-trouble.server.ts'
import { jpegTrouble, pngTrouble } from './picture-trouble.server.ts'

/**
 * What is in the way of reading it; null: nothing that we know of. Word files and texts that nobody can read are not taken at all
 * (fileKindOf). A PDF is held in memory while it is looked at.
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
