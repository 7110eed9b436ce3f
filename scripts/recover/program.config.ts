/**
 * Vite's settings for the program that people keep beside their recovery file (docs/decisions/122): one file that Node runs, with all that it
 * needs in it. It lies among the files that browsers get, and is written after them. Not minified: whoever types a key into it may want to
 * read it first; compressed it is as small.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { PROGRAM } from '../../app/domain/held/recovery-names.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** At the head of the file: what it is, and which packages of others are in it, under which licences. */
function headOf(modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  const packages = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return ` * ${name} ${version} (${license})`
  })
  const what = ` * ${PROGRAM}: gets money out of an escrow that a ledger holds, without Quayside. With Node.js 22 or newer: node ${PROGRAM} FILE`
  return ['/**', what, ' * Contains:', ...packages.toSorted(), ' */'].join('\n')
}

export default defineConfig({
  root: ROOT,
  publicDir: false,
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
        banner: ({ moduleIds }) => headOf(moduleIds),
      },
    },
  },
})
