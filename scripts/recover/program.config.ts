/**
 * Vite's settings for the program that people keep beside their recovery file (docs/decisions/087): one file that Node
 * runs. It is written among the browsers' files, after them. Not minified: whoever types a key into it may want to read
 * it first; compressed it is as small.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { PROGRAM } from '#app/trade/onchain/domain/recovery-names.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The head of the file: what it is, and the packages in it with their licences. */
function headOf(modules: readonly string[]): string {
  // Rollup puts a NUL before the path of a module derived from another.
  const folders = modules.flatMap((id) => /[^\0]*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  const packages = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return ` * ${name} ${version} (${license})`
  })
  const what = ` * ${PROGRAM}: gets money out of an escrow that a ledger holds, without Quayside. With Node.js 22 or newer: node ${PROGRAM} FILE`
  return ['/**', what, ' * Contains:', ...new Set(packages.toSorted()), ' */'].join('\n')
}

/** Runs last: lowering the code removes comments. */
const head: Plugin = {
  name: 'head',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = `${headOf(chunk.moduleIds)}\n${chunk.code}`
    }
  },
}

/** Optional accelerators of ws, never installed here: ws is configured not to load them. */
const FASTER = { bufferutil: 'WS_NO_BUFFER_UTIL', 'utf-8-validate': 'WS_NO_UTF_8_VALIDATE' }
const withoutFaster: Plugin = {
  name: 'without-faster',
  enforce: 'pre',
  resolveId: (id) => (id in FASTER ? `\0${id}` : null),
  load: (id) => (id.startsWith('\0') && id.slice(1) in FASTER ? 'export default null' : null),
}

export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [withoutFaster, head],
  define: Object.fromEntries(Object.values(FASTER).map((setting) => [`process.env.${setting}`, '"1"'])),
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: join(ROOT, 'build', 'client'),
    emptyOutDir: false,
    target: 'node22',
    rollupOptions: {
      input: join(ROOT, 'scripts/recover/recover.ts'),
      output: {
        entryFileNames: PROGRAM,
        inlineDynamicImports: true,
      },
    },
  },
})
