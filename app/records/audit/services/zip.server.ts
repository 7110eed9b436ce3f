/** Streams files into a zip: only one piece is in memory at a time. */
import { Zip, ZipDeflate } from 'fflate'

type ZipFile = { name: string; content: AsyncIterable<string> | Iterable<string> }

/** In characters: the least that is compressed at once. */
const PIECE = 64_000

export function zipOf(files: readonly ZipFile[]): ReadableStream<Uint8Array> {
  const pieces = packed(files)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

async function* packed(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(data)
  })
  for (const { name, content } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    let text = ''
    for await (const part of content) {
      text += part
      if (text.length < PIECE) continue
      file.push(Buffer.from(text))
      text = ''
      yield* ready.splice(0)
    }
    file.push(Buffer.from(text), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
