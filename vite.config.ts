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

/** Pages are translated with app/languages/i18n/translate.ts alone, on the server and in the browser (decision 054). */
const leanI18n: Plugin = {
  name: 'lean-i18n',
  enforce: 'pre',
  resolveId(id) {
    if (id !== 'react-i18next') return null
    return fileURLToPath(new URL('app/languages/i18n/react-i18next-in-pages.ts', import.meta.url))
  },
}

/** Small parts of the interface that most pages use. */
const MOST_PAGES =
  /\/app\/kernel\/ui\/\w+\/(?:amount|between|button|checkbox|choice|code|comma|copy-button|disclosure|error-summary|facts|field|lines|moment|note|page|rich-text|sheet|tag|use-answer)\.tsx?$/
/** Smaller parts of escrow pages: a file of its own costs more than it holds. */
const SMALL_PARTS =
  /\/app\/\w+\/(?:\w+\/)?\w+\/(?:forms\/)?(?:form-token|headline-key|party-name|payout-obstacle|read-anew|refusal|refusal-text|refused-form|wait-reason)\.tsx?$/
/** Shared by escrow pages and the Admin Panel; and parts of the two sides' pages only. */
const ESCROW_PAGES =
  /\/app\/\w+\/(?:\w+\/)?\w+\/(?:progress\/)?(?:deadline-words|document-list|escrow-facts|escrow-lines|escrow-track|onchain-sheet|discrepancy-notice-words|track|turn)\.tsx?$/
const PAGES_OF_SIDES = /\/app\/\w+\/(?:\w+\/)?\w+\/(?:comes-first|escrow-turn|headline|live-updates|use-news)\.tsx?$/
const LOADER_OF_PARTS = 'vite/preload-helper'
const EVERY_PAGE = /\/app\/(?:root|entry\.client)\.tsx$/

/**
 * What every page loads is in two files: one changes with our dependencies, one with our own shared parts. Rollup makes
 * dozens of small files, which compress worse: 4 kB more on every page, 3 kB more on pages of many parts.
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

/** Minifies the pages' code once more, which saves 4 kB gzipped: all but pdf.js, which breaks. */
const tighter: Plugin = {
  name: 'tighter',
  apply: 'build',
  enforce: 'post',
  // Runs last: the build's own minifier would undo it.
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name === 'draw') continue
      const tightened = await minify(chunk.code, { ecma: 2020, module: true, compress: { passes: 3 } })
      chunk.code = tightened.code ?? chunk.code
    }
  },
}

/**
 * Vite prebundles packages for the browser but must not discover them itself. For each page of the development server,
 * Remix collects styles from every module that the *server* loaded, and requests each from the browser's side
 * (getStylesForUrl in @remix-run/dev). Vite then takes each server package (argon2, pg, xrpl …) for a new browser
 * package, fails to prebundle it, and no page's JavaScript runs. Remix lists the packages that need it (react,
 * react-dom, @remix-run/react), we Freighter's, which is no module; our others are modules, sent unchanged.
 */
const optimizeDeps = { noDiscovery: true, include: ['@stellar/freighter-api'] }

/**
 * In the data folder, so that two development servers of one checkout do not share it. Inside a node_modules folder,
 * because Vite gives no warnings about files there.
 */
const cacheDir = process.env.DATA_DIR ? join(process.env.DATA_DIR, 'node_modules', '.vite') : undefined

/** The development server may read the project and its packages, which may be behind a link. */
const readable = ['.', realpathSync(new URL('node_modules', import.meta.url))]

export default defineConfig(({ command, isSsrBuild }) => ({
  cacheDir,
  optimizeDeps,
  server: { fs: { allow: readable } },
  // The development server leaves packages to Node, without asking leanI18n for the replacement of this one.
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
