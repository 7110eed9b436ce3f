/** A ZIP that is written while it is read: of any size, neither memory nor a disk holds it. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** `open` is called when the entry is due, so that one file is open at a time. */
export type ArchiveEntry = { path: string; at: Date; open: () => Promise<Readable> }

/** An unreadable entry breaks the stream: an incomplete copy must not look whole. */
export function streamArchive(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  let reading: Readable | null = null
  // An aborted download leaves no file open.
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
