/**
 * `npm ci` runs this at its end: it takes out of node_modules what no command of Quayside ever loads, a quarter of it all
 * (decision 148). What is not there is no fault, and no failure of it stops an installation; `npm ci --ignore-scripts` keeps
 * everything. Plain JavaScript, because the Node that npm itself runs on may read no TypeScript.
 */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Paths below node_modules, with slashes. Whatever matches goes, folders with all that is in them. */
const NEVER_LOADED = [
  // Maps from what packages ship to sources that they do not ship.
  /\.map$/,
  // C++ headers for building modules, and manuals, beside the Node that npm scripts run on.
  /^node\/node_modules\/node-[^/]+\/(?:include|share)$/,
  // How Prisma asks databases that are not PostgreSQL, and its smaller and slower compiler.
  /^@prisma\/client\/runtime\/[^/]+\.(?:cockroachdb|mysql|sqlite|sqlserver)\.[^/]+$/,
  /^@prisma\/client\/runtime\/query_compiler_small_bg\.[^/]+$/,
  // The pages of Prisma Studio, and the database of `prisma dev`.
  /^@prisma\/studio-core\/dist\/ui$/,
  /^@prisma\/dev\/dist\/runtime-assets$/,
  // The Stellar SDK once more for browsers without a bundler, and once more on another HTTP client.
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
