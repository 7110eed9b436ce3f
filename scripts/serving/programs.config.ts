/**
 * Vite's settings for build/programs: worker, harbour and the web app's preload, one JavaScript file each, with shared
 * chunks. The sources run as well, as in development; packed they need a fifth less work and memory (decision 148).
 */
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { PACKED_PACKAGES } from './packed-packages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const OUTPUT = join(ROOT, 'build', 'programs')

/** Keeps import.meta of each module: files beside it are still found, and only the entry is the main program. */
const placesStay: Plugin = {
  name: 'places-stay',
  resolveImportMeta(property, { moduleId }) {
    const [file = ''] = moduleId.split('?')
    const place = JSON.stringify(relative(OUTPUT, file))
    if (property === 'url') return `new URL(${place}, import.meta.url).href`
    const path = (name: string) =>
      `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(relative(OUTPUT, name))})`
    if (property === 'filename') return path(file)
    if (property === 'dirname') return path(dirname(file))
    if (property === 'main') return String(this.getModuleInfo(moduleId)?.isEntry ?? false)
    return null
  },
}

export default defineConfig({
  root: ROOT,
  publicDir: false,
  ssr: { noExternal: PACKED_PACKAGES },
  plugins: [placesStay],
  build: {
    ssr: true,
    outDir: OUTPUT,
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: {
      input: {
        worker: join(ROOT, 'worker/main.ts'),
        harbour: join(ROOT, 'harbour/main.ts'),
        'web-preload': join(ROOT, 'scripts/web-preload.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
