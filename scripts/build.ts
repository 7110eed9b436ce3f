/**
 * Builds what is missing or out of date: the Prisma client, the web app, the packed worker and harbour. As a command it
 * builds all. "Out of date" is decided by content: times mislead after a clone or a switch of branches.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { reasonOf, StartupProblem } from './launcher/problems.ts'
import { runToEnd } from './launcher/processes.ts'
import { compressFiles } from './serving/compress-files.ts'

export const ROOT = join(import.meta.dirname, '..')

type Product = {
  /** The name in messages, and of the file with the fingerprint. */
  name: string
  sources: string[]
  output: string
  command: string[]
  /** Runs after the command has succeeded. */
  finish?: () => Promise<void>
}

const CLIENT: Product = {
  name: 'database client',
  sources: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
  output: 'app/kernel/db/generated/client.ts',
  command: [findBin('prisma', 'prisma'), 'generate'],
}

const WEB: Product = {
  name: 'web app',
  sources: [
    'app/**',
    'public/**',
    'locales/**',
    'prisma/schema.prisma',
    'vite.config.ts',
    'scripts/serving/**',
    'scripts/recover/**',
    'scripts/commands/impossible.ts',
    'tsconfig.json',
    'package-lock.json',
  ],
  output: 'build/server/index.js',
  command: [findBin('@remix-run/dev', 'remix'), 'vite:build'],
  async finish() {
    await runOrFail('recovery program', [
      findBin('vite', 'vite'),
      'build',
      '--config',
      'scripts/recover/program.config.ts',
    ])
    await compressFiles(join(ROOT, 'build', 'client'))
  },
}

const PROGRAMS: Product = {
  name: 'programs',
  sources: [
    'app/**',
    'worker/**',
    'harbour/**',
    'scripts/web-preload.ts',
    'scripts/serving/**',
    'prisma/*.{ts,prisma}',
    'package.json',
    'package-lock.json',
  ],
  output: 'build/programs/worker.js',
  command: [findBin('vite', 'vite'), 'build', '--config', 'scripts/serving/programs.config.ts'],
}

/** Generates the Prisma client if it is missing or older than the schema. Throws StartupProblem on failure. */
export async function generateWhenNeeded(report: (line: string) => void): Promise<void> {
  await makeWhenNeeded(CLIENT, report)
}

/** Builds client, web app and programs where needed. Throws StartupProblem with the builder's output on failure. */
export async function buildWhenNeeded(report: (line: string) => void): Promise<void> {
  await makeWhenNeeded(CLIENT, report)
  await makeWhenNeeded(WEB, report)
  await makeWhenNeeded(PROGRAMS, report)
}

async function makeWhenNeeded(product: Product, report: (line: string) => void): Promise<void> {
  const fingerprint = await fingerprintOf(product)
  if (existsSync(join(ROOT, product.output)) && (await rememberedFingerprint(product)) === fingerprint) return
  await make(product, report)
}

async function make(product: Product, report: (line: string) => void): Promise<void> {
  report(`Building the ${product.name} …`)
  // Taken before the build: a source that changes during it makes the result out of date.
  const fingerprint = await fingerprintOf(product)
  await runOrFail(product.name, product.command)
  await product.finish?.()
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  await writeFile(fingerprintFile(product), fingerprint)
}

async function runOrFail(name: string, args: string[]): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runToEnd({ args, env, cwd: ROOT })
  if (code !== 0) throw new StartupProblem(`The ${name} could not be built:\n${output.trim()}`)
}

function fingerprintFile(product: Product): string {
  return join(ROOT, '.cache', `${product.name.replaceAll(' ', '-')}.fingerprint`)
}

async function rememberedFingerprint(product: Product): Promise<string | undefined> {
  const file = fingerprintFile(product)
  return existsSync(file) ? await readFile(file, 'utf8') : undefined
}

async function fingerprintOf(product: Product): Promise<string> {
  const files: string[] = []
  for await (const file of glob(product.sources, { cwd: ROOT, exclude: ['app/kernel/db/generated/**', '**/*.test.*'] }))
    files.push(file)
  const hash = createHash('sha256').update(process.version)
  for (const file of files.sort()) {
    const path = join(ROOT, file)
    if ((await stat(path)).isFile()) hash.update(`\n${file}\n`).update(await readFile(path))
  }
  return hash.digest('hex')
}

/** Returns the script of a package's command, to be run by this Node. */
export function findBin(packageName: string, command: string): string {
  const require = createRequire(join(ROOT, 'package.json'))
  const manifest: { bin?: string | Record<string, string> } = require(`${packageName}/package.json`)
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin?.[command]
  if (!file) throw new StartupProblem(`The package ${packageName} has no command ${command}: run npm ci again.`)
  return join(require.resolve(`${packageName}/package.json`), '..', file)
}

if (import.meta.main) {
  try {
    for (const product of [CLIENT, WEB, PROGRAMS]) await make(product, console.log)
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}
