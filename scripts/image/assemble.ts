/**
 * `node scripts/image/assemble.ts FOLDER`: copies what the image runs into an empty folder. Of our code and the
 * packages only files that the programs load, found through their imports (@vercel/nft): whole packages are fifteen
 * times as large. Run it after `npm run build`.
 */
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import pLimit from 'p-limit'
import { ROOT } from '../build.ts'
import { reasonOf, StartupProblem } from '../launcher/problems.ts'
import { filesOf, PROGRAMS, readCommands } from './programs.ts'

/** Files that a process reads by name, without an import. */
const WHOLE = [
  'package.json',
  'build',
  'public',
  'locales',
  'prisma/functions',
  'prisma/migrations',
  'node_modules/@fontsource/ibm-plex-mono',
  'node_modules/@fontsource/ibm-plex-sans-arabic',
  'node_modules/@fontsource/ibm-plex-sans-thai',
  'node_modules/@fontsource-variable/ibm-plex-sans',
  'node_modules/@fontsource-variable/noto-sans-sc',
]

/** Started by name, in a thread or a process of their own. */
const STARTED = ['app/records/statement/web/print-thread.ts', 'app/trade/documents/services/pdf-process.ts']

/** Image builders limit a process to 1,024 open files. */
const fewAtOnce = pLimit(100)

/** Loaded only by packages that find a TypeScript configuration; there is none. */
const NEVER_RUN = ['node_modules/typescript/**']

/** `folder` must be empty or missing. */
export async function assemble(folder: string): Promise<{ files: number; bytes: number }> {
  const commands = readCommands()
  const programs = PROGRAMS.flatMap((name) => filesOf(commands.get(name) ?? ''))
  const { fileList } = await nodeFileTrace([...programs, ...STARTED], {
    base: ROOT,
    ignore: NEVER_RUN,
    readFile: (path) => fewAtOnce(() => readAsJavaScript(path)),
  })
  for (const path of [...WHOLE, ...fileList]) await copy(path, folder)
  return measure(folder)
}

/** Imports are read from JavaScript: types are stripped first, as Node does when it runs our files. */
async function readAsJavaScript(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    return path.endsWith('.ts') && !path.includes('/node_modules/') ? stripTypeScriptTypes(text) : text
  } catch (error) {
    // Several candidate paths are tried; some are missing or folders.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR'].includes(String(error.code))) return null
    throw error
  }
}

async function copy(path: string, folder: string): Promise<void> {
  const to = join(folder, path)
  await mkdir(dirname(to), { recursive: true })
  await cp(join(ROOT, path), to, { recursive: true, force: true })
}

async function measure(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

async function main([folder]: string[]): Promise<void> {
  if (folder === undefined) throw new StartupProblem('Say which folder: node scripts/image/assemble.ts FOLDER')
  const to = resolve(folder)
  await mkdir(to, { recursive: true })
  if ((await readdir(to)).length > 0) throw new StartupProblem(`${to} is not empty: name an empty folder.`)
  const { files, bytes } = await assemble(to)
  console.log(`${files} files, ${Math.round(bytes / 1_000_000)} MB, in ${to}`)
}

if (import.meta.main) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(reasonOf(error))
    process.exitCode = 1
  })
}
