import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { minify } from 'terser'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { PACKED_PACKAGES } from './scripts/serving/packed-packages.ts'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** Pages are translated with app/languages/i18n/translate.ts alone, on the server as in the browser (decision 054). */
const leanI18n: Plugin = {
  name: 'lean-i18n',
  enforce: 'pre',
  resolveId(id) {
    if (id !== 'react-i18next') return null
    return fileURLToPath(new URL('app/languages/i18n/react-i18next-in-pages.ts', import.meta.url))
  },
}

/** Small parts of the interface that most pages are made of. */
const MOST_PAGES =
  /\/app\/kernel\/ui\/\w+\/(?:amount|between|button|checkbox|choice|code|comma|copy-button|disclosure|error-summary|facts|field|lines|moment|note|page|rich-text|sheet|tag|use-answer)\.tsx?$/
/** Smaller ones of the pages of an escrow: a file of its own costs each of them more than it holds. */
const SMALL_PARTS =
  /\/app\/\w+\/(?:\w+\/)?\w+\/(?:forms\/)?(?:form-token|headline-key|party-name|payout-obstacle|read-anew|refusal|refusal-text|refused-form|wait-reason)\.tsx?$/
/** What the pages of an escrow and the desk's share; and what only those of the two sides do. */
const ESCROW_PAGES =
  /\/app\/\w+\/(?:\w+\/)?\w+\/(?:progress\/)?(?:clock-words|document-list|escrow-facts|escrow-lines|escrow-track|held-sheet|notice-words|track|turn)\.tsx?$/
const PAGES_OF_SIDES = /\/app\/\w+\/(?:\w+\/)?\w+\/(?:comes-first|escrow-turn|headline|live-updates|use-news)\.tsx?$/
const LOADER_OF_PARTS = 'vite/preload-helper'
const EVERY_PAGE = /\/app\/(?:root|entry\.client)\.tsx$/

/**
 * What every page loads travels in two files: one that changes with our dependencies, one that changes with our own
 * parts and with those that most pages use. Rollup by itself makes dozens of small ones of them, which compress worse: 4 kB
 * on every page, and 3 kB more on those that are made of many parts.
 */
const manualChunks: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  const seen = new Set<string>()
  const isLoadedByAll = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    return (
      EVERY_PAGE.test(module) ||
      module.includes(LOADER_OF_PARTS) ||
      MOST_PAGES.test(module) ||
      SMALL_PARTS.test(module) ||
      (getModuleInfo(module)?.importers.some(isLoadedByAll) ?? false)
    )
  }
  if (!isLoadedByAll(id)) return PAGES_OF_SIDES.test(id) ? 'sides' : ESCROW_PAGES.test(id) ? 'escrow' : null
  return id.includes('/node_modules/') ? 'framework' : 'shell'
}

/** What pages load is made smaller once more, by 4 kB gzipped: all but pdf.js, which does not survive it. */
const tighter: Plugin = {
  name: 'tighter',
  apply: 'build',
  enforce: 'post',
  // Last of all: the build's own minifier would undo it.
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name === 'draw') continue
      const tightened = await minify(chunk.code, { ecma: 2020, module: true, compress: { passes: 3 } })
      chunk.code = tightened.code ?? chunk.code
    }
  },
}

/**
 * Vite prepares packages for the browser. It must not look for them itself: for each page of the development server, Remix
 * gathers the styles by walking through everything that the *server* has loaded for it, and asks the browser's side for
 * each of it (getStylesForUrl in @remix-run/dev). Vite then takes every package of the server (argon2, pg, xrpl …) for a
 * new one of the browser, fails to prepare it, and no page's JavaScript runs. Remix names the packages that need it
 * (react, react-dom, @remix-run/react), we the one of Freighter, which is no module; the others that our pages import are
 * modules already, and are sent as they are.
 */
const optimizeDeps = { noDiscovery: true, include: ['@stellar/freighter-api'] }

/**
 * Beside the data, so that two development servers of one checkout do not write into one folder. In a folder of this
 * name, because Vite has no warnings for what lies in one.
 */
const cacheDir = process.env.DATA_DIR ? join(process.env.DATA_DIR, 'node_modules', '.vite') : undefined

/** What the development server may read: the project, and its packages, which may lie elsewhere behind a link. */
const readable = ['.', realpathSync(new URL('node_modules', import.meta.url))]

export default defineConfig(({ command, isSsrBuild }) => ({
  cacheDir,
  optimizeDeps,
  server: { fs: { allow: readable } },
  // The development server hands packages to Node as they are, without asking leanI18n what stands in this one's place.
  ssr: { noExternal: ['react-i18next', ...(command === 'build' ? PACKED_PACKAGES : [])] },
  build: {
    target: 'es2022',
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks } },
  },
  plugins: [
    leanI18n,
    tighter,
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
}))
