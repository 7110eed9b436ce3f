import { randomBytes } from 'node:crypto'
import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { chooseLanguage } from '#app/accounts/workflows/choose-language.server.ts'
import { type PageRefresh, PageRefreshContext, RefreshMeta } from '#app/kernel/ui/live/refresh-without-script.tsx'
import { RequestIdContext } from '#app/kernel/ui/page/request-id.ts'
import { recordRefusal } from './accounts/web/access-records.server.ts'
import { showsTurnstile } from './accounts/web/captcha.server.ts'
import { isLanguage, type Language } from './kernel/i18n/languages.ts'
import { secureEveryAnswer } from './kernel/web/http/every-answer.server.ts'
import { watchTheDoor } from './kernel/web/http/front-door.server.ts'
import { secureDocument, secureResource } from './kernel/web/http/headers.server.ts'
import { NonceContext } from './kernel/web/http/nonce.ts'
import { reportPageError } from './kernel/web/http/page-errors.server.ts'
import { catchPrinted } from './kernel/web/http/printed-lines.server.ts'
import { nameRequests, requestId } from './kernel/web/http/request-id.server.ts'
import { lineRequests } from './kernel/web/http/request-lines.server.ts'
import { discardUnreadBodies } from './kernel/web/http/unread-bodies.server.ts'
import { nonceOfKept } from './kernel/web/serving/kept-pages.server.ts'
import { collectPage, mendPage, pageResponse } from './kernel/web/serving/page-bytes.server.ts'
import { assertAvailable, dataUnlessUnavailable, headUnavailable } from './kernel/web/serving/unavailable.server.ts'
import { createPageI18n, wordsVersion } from './languages/i18n/i18n.server.ts'
import { groupsPath } from './languages/i18n/page-words.ts'
import { WordsContext } from './languages/i18n/words.tsx'
import { chosenLanguage, detectLanguage, rememberAskedLanguage } from './languages/web/locale.server.ts'
import { watchTheProxy } from './ops/web/watch-proxy.server.ts'
import { config, deps, isPaused } from './runtime.server.ts'

/** How long loaders may stream; React gives up the rest of the page a little later. Milliseconds. */
export const streamTimeout = 5_000
const ABORT_AFTER = streamTimeout + 1_000

nameRequests(config.trustedRequestIdHeader)
lineRequests(config.trustedAddress)
watchTheProxy({
  publicOrigin: config.origin,
  trustedAddress: config.trustedAddress,
  now: deps.clock.now,
  log: deps.log,
})
watchTheDoor({
  publicOrigin: config.origin,
  isPaused,
  tell: (facts) => deps.log.info(facts, 'cross-site form received'),
})
discardUnreadBodies()
headUnavailable()
secureEveryAnswer(headerSettings())
if (config.mode === 'production') catchPrinted(deps.log)

/** For scripts/serving/front.ts, which calls it before remix-serve. */
export { answerKept } from './site/web/answer-kept.server.ts'

type RootData = { viewer?: { id: string } | null; language?: unknown } | undefined

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  await assertAvailable(status, { request, publicOrigin: config.origin })
  const root: RootData = context.staticHandlerContext.loaderData.root
  // A failed root loader gives no language, but the error page still needs one.
  const language = isLanguage(root?.language) ? root.language : await detectLanguage(request)
  await recordRefusal(request, status)
  const nonce = nonceOfKept() ?? randomBytes(16).toString('base64')
  const remembered = await rememberAskedLanguage(request, config.isHttps)
  if (remembered) headers.append('Set-Cookie', remembered)
  const chosen = chosenLanguage(request, config.origin)
  if (chosen && root?.viewer) await chooseLanguage(deps, { userId: root.viewer.id, language: chosen })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', language)
  if (status === 503) headers.set('Retry-After', '60')
  secureDocument(headers, {
    ...headerSettings(),
    nonce,
    isSignedIn: Boolean(root?.viewer),
    showsTurnstile: showsTurnstile(request),
  })
  return renderPage({ request, status, headers, context, language, nonce })
}

type Page = {
  request: Request
  status: number
  headers: Headers
  context: EntryContext
  language: Language
  nonce: string
}

function renderPage({ request, status, headers, context, language, nonce }: Page): Promise<Response> {
  const { i18n, groupsOfPage } = createPageI18n(language)
  const wordsPath = () => groupsPath(groupsOfPage(), { language, version: wordsVersion(language) })
  return new Promise((resolve, reject) => {
    let statusCode = status
    let refresh: PageRefresh | null = null
    const noteRefresh = (wish: PageRefresh) => {
      refresh = wish
    }
    const page = collectPage((written) => {
      const headEnd = refresh ? renderToStaticMarkup(<RefreshMeta {...refresh} />) : ''
      const accepted = request.headers.get('Accept-Encoding')
      resolve(pageResponse(mendPage(written, headEnd), { accepted, headers, status: statusCode }))
    })
    let isShellReady = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId()}>
          <WordsContext.Provider value={wordsPath}>
            <PageRefreshContext.Provider value={noteRefresh}>
              <I18nextProvider i18n={i18n}>
                <RemixServer context={context} url={request.url} nonce={nonce} />
              </I18nextProvider>
            </PageRefreshContext.Provider>
          </WordsContext.Provider>
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          isShellReady = true
        },
        // No page of ours streams parts of itself: sending it in pieces would show nothing sooner.
        onAllReady: () => pipe(page),
        onShellError: reject,
        onError(error) {
          statusCode = 500
          // An error before the shell is ready rejects the promise, and the caller reports it.
          if (isShellReady) handleError(error, { request })
        },
      },
    )
    const timer = setTimeout(abort, ABORT_AFTER)
    // Without this every answered page stays in memory until its timer fires.
    page.once('close', () => clearTimeout(timer))
  })
}

/** Loader data on its way to the browser's router. */
export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) => {
  await recordRefusal(request, response.status)
  const answer = dataUnlessUnavailable(response, request)
  secureResource(answer.headers, headerSettings())
  return answer
}

/** Reports errors of loaders, actions and rendering; not aborted requests, and not a thrown Response. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && !(error instanceof Response)) reportPageError(error, request)
}

function headerSettings() {
  return { isHttps: config.isHttps, isDevelopment: config.mode === 'development' }
}
