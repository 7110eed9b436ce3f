/** A ZIP that is written while it is read: however large it is, neither memory nor a disk holds it. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** `open` is called when its turn comes, so that one file is open at a time. */
export type ArchiveEntry = { path: string; at: Date; open: () => Promise<Readable> }

/** An entry that cannot be read breaks the stream off: a copy that lacks something must not look whole. */
export function streamArchive(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  let reading: Readable | null = null
  // Whoever goes away in the middle leaves no file open.
  output.once('close', () => reading?.destroy())
  zip.on('error', fail)
  const add = async () => {
    for await (const { path, at, open } of entries) {
      zip.addReadStreamLazy(path, { mtime: at }, (take) => {
        const begin = async () => {
          reading = await open()
          reading.on('error', fail)
          take(null, reading)
        }
        begin().catch(fail)
      })
    }
    zip.end()
  }
  add().catch(fail)
  return output
}
