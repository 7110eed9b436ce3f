/** Renders a part of a page as the server does, in English, inside a router, and returns its text. */
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

/** Nothing is loaded or sent. */
const CONTEXT = {
  basename: '/',
  location: { pathname: '/', search: '', hash: '', state: null, key: 'page' },
  matches: [],
  loaderData: {},
  actionData: null,
  errors: null,
  statusCode: 200,
  loaderHeaders: {},
  actionHeaders: {},
  activeDeferreds: null,
}

export function htmlOf(page: ReactNode): string {
  const routes = [{ id: 'page', path: '*', element: page }]
  const router = createStaticRouter(routes, CONTEXT)
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <StaticRouterProvider router={router} context={CONTEXT} hydrate={false} />
    </I18nextProvider>,
  )
}

export function wordsOf(page: ReactNode): string {
  return htmlOf(page)
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\n+/g, '\n')
}
