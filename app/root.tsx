import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { viewerIn } from '#app/accounts/ui/denied-viewer.ts'
import { offerIn, RoleSwitch } from '#app/accounts/ui/role-switch.tsx'
import { asksForSigningIn, ErrorPage, errorTitle } from '#app/kernel/ui/page/error-page.tsx'
import { FontPreloads } from '#app/kernel/ui/page/font-preloads.tsx'
import { isPageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { DocumentMeta } from '#app/site/ui/document-meta.tsx'
import { Shell } from '#app/site/ui/shell.tsx'
import { entrance, entrancesOf } from './accounts/domain/way-back.ts'
import { loadViewer } from './accounts/web/viewer.server.ts'
import stylesUrl from './app.css?url'
import { directionOf, FALLBACK_LANGUAGE, isLanguage } from './kernel/i18n/languages.ts'
import { ClockAhead } from './kernel/ui/text/moment.tsx'
import { clockAheadMs } from './kernel/web/clock-ahead.server.ts'
import { useNonce } from './kernel/web/http/nonce.ts'
import { WordsProvider } from './languages/i18n/words.tsx'
import { detectLanguage } from './languages/web/locale.server.ts'
import { stripPrices } from './prices/queries/latest-prices.server.ts'
import { PriceTicker } from './prices/ui/price-ticker.tsx'
import { config, deps } from './runtime.server.ts'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesUrl },
  { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  const prices = await stripPrices(deps.db, deps.clock.now())
  const { origin, externalEscrowUrl, serviceFee, company } = config
  const language = await detectLanguage(request, viewer?.language)
  return { viewer, prices, origin, externalEscrowUrl, serviceFee, company, language, aheadMs: clockAheadMs() }
}

/** The document around every page and around every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const nonce = useNonce()
  const root = useRouteLoaderData<typeof loader>('root')
  const error = useRouteError()
  const here = useHere()
  const { search } = useLocation()
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle))
  const page = match && isPageHandle(match.handle) && !error ? match.handle : null
  const invitation = page?.invitation?.({ data: match?.data, search }) ?? null
  const language = isLanguage(i18n.language) ? i18n.language : FALLBACK_LANGUAGE
  const title = error ? errorTitle(error) : page?.title
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0d1b45" />
        <DocumentMeta page={page} title={title} origin={root?.origin} />
        <FontPreloads language={language} />
        <Links />
      </head>
      <body>
        <ClockAhead.Provider value={root?.aheadMs ?? 0}>
          <Shell
            viewer={root?.viewer ?? viewerIn(error)}
            entrances={entrancesOf({ wanted: error && asksForSigningIn(error) ? here : null, invitation })}
            externalEscrowUrl={root?.externalEscrowUrl ?? null}
            shore={page?.shore ?? false}
            ticker={
              page?.ticker === 'off' ? null : (
                <PriceTicker prices={root ? root.prices : null} cta={page?.ticker === 'no-cta' ? false : undefined} />
              )
            }
          >
            {children}
          </Shell>
        </ClockAhead.Provider>
        <WordsProvider />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const viewer = useRouteLoaderData<typeof loader>('root')?.viewer ?? viewerIn(error)
  const here = useHere()
  const offer = offerIn(error)
  return (
    <ErrorPage error={error} reader={viewer} login={entrance('/login', here)}>
      {offer && <RoleSwitch offer={offer} redirectTo={here} />}
    </ErrorPage>
  )
}

function useHere(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
