/** Compresses the browsers' files once, at the best levels, which take too long for each request. */
import { createHash } from 'node:crypto'
import { glob, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import pLimit from 'p-limit'
import { FILE_LIST, type FileList, type ServedFile } from './file-list.ts'

const TEXT = /\.(?:m?js|css|svg|json|wasm|txt)$/
/** Bytes. Below this the headers of a compressed file cost more than it saves. */
const WORTH_IT = 1_024
/** Bytes. Above this Brotli's best level takes seconds to save the last twentieth. */
const LARGE = 400_000

/**
 * Writes a `.br` and a `.gz` beside each file of the folder, where those are smaller, and a list of all files into the
 * folder, so that the web app's start need not look for them.
 */
export async function compressFiles(folder: string): Promise<void> {
  const inTurn = pLimit(4)
  const work: Promise<[string, ServedFile]>[] = []
  for await (const name of glob('**/*.*', { cwd: folder, exclude: ['.vite/**', '**/*.{br,gz}'] })) {
    work.push(inTurn(async () => [`/${name}`, await compress(join(folder, name))]))
  }
  const list: FileList = Object.fromEntries((await Promise.all(work)).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(join(folder, FILE_LIST), JSON.stringify(list))
}

async function compress(file: string): Promise<ServedFile> {
  const bytes = await readFile(file)
  const served: ServedFile = {
    size: (await stat(file)).size,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
  }
  if (bytes.length < WORTH_IT || !TEXT.test(file)) return served
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 9 : zlib.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }),
  ])
  if (br.length < bytes.length) {
    await writeFile(`${file}.br`, br)
    served.br = br.length
  }
  if (gz.length < bytes.length) {
    await writeFile(`${file}.gz`, gz)
    served.gz = gz.length
  }
  return served
}
