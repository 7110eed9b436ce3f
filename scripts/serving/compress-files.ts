/** Compresses the files that browsers get, once: as well as Brotli and gzip can, which would take too long for each request. */
import { createHash } from 'node:crypto'
import { glob, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import pLimit from 'p-limit'
import { FILE_LIST, type FileList, type ServedFile } from './file-list.ts'

const TEXT = /\.(?:m?js|css|svg|json|wasm|txt)$/
/** Bytes below which the headers of a compressed file eat up what is won. */
const WORTH_IT = 1_024
/** The best that Brotli can takes seconds for what is larger, for the last twentieth of it. */
const LARGE = 400_000

/**
 * Each file of the folder gets a `.br` and a `.gz` beside it, where those are shorter. What is there is listed in a file beside the
 * folder, so that nobody has to look for it when the web app starts.
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
