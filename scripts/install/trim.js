/**
 * Runs at the end of `npm ci`: removes from node_modules what no command of Quayside loads, a quarter of it
 * (decision 148). A missing file is no error, and no failure stops an installation; `npm ci --ignore-scripts` keeps
 * everything. Plain JavaScript, because the Node that runs npm may not read TypeScript.
 */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Paths below node_modules, with slashes. A matching folder is removed with its content. */
const NEVER_LOADED = [
  // Source maps of sources that packages do not ship.
  /\.map$/,
  // C++ headers and manuals beside the Node that npm scripts run on.
  /^node\/node_modules\/node-[^/]+\/(?:include|share)$/,
  // Prisma's runtimes for other databases, and its smaller and slower compiler.
  /^@prisma\/client\/runtime\/[^/]+\.(?:cockroachdb|mysql|sqlite|sqlserver)\.[^/]+$/,
  /^@prisma\/client\/runtime\/query_compiler_small_bg\.[^/]+$/,
  // The pages of Prisma Studio, and the database of `prisma dev`.
  /^@prisma\/studio-core\/dist\/ui$/,
  /^@prisma\/dev\/dist\/runtime-assets$/,
  // Copies of the Stellar SDK for browsers without a bundler, and on another HTTP client.
  /^@stellar\/stellar-sdk\/(?:dist|lib\/axios)$/,
]

/**
 * Removes what matches below a folder, without following links.
 * @param {string} folder
 */
export function trim(folder, below = '') {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (NEVER_LOADED.some((pattern) => pattern.test(path))) rmSync(join(folder, path), { recursive: true, force: true })
    else if (entry.isDirectory()) trim(folder, path)
  }
}

if (realpathSync(process.argv[1] ?? '') === import.meta.filename) {
  try {
    const folder = join(import.meta.dirname, '..', '..', 'node_modules')
    if (existsSync(folder)) trim(folder)
  } catch (error) {
    console.error(`node_modules stays larger than it needs to be: ${error instanceof Error ? error.message : error}`)
  }
}
