import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** The browser translates with app/i18n/i18n.client.ts; see app/i18n/i18next-in-browser.ts. */
const leanBrowserI18n: Plugin = {
  name: 'lean-browser-i18n',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, _importer, { ssr }) {
    return id === 'i18next' && !ssr ? fileURLToPath(new URL('app/i18n/i18next-in-browser.ts', import.meta.url)) : null
  },
}

export default defineConfig({
  build: { target: 'es2022' },
  plugins: [
    leanBrowserI18n,
    remix({
      ignoredRouteFiles: ['**/*.test.ts', '**/*.css'],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: false,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
})
