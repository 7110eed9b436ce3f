import { randomBytes } from 'node:crypto'
import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { type PageRefresh, PageRefreshContext, RefreshMeta } from '#app/ui/kernel/live/refresh-without-script.tsx'
import { RequestIdContext } from '#app/ui/kernel/page/request-id.ts'
import { chooseLanguage } from '#app/workflows/accounts/choose-language.server.ts'
import { isLanguage, type Language } from './i18n/kernel/languages.ts'
import { createPageI18n, wordsVersion } from './i18n/languages/i18n.server.ts'
import { groupsPath } from './i18n/languages/page-words.ts'
import { WordsContext } from './i18n/languages/words.tsx'
import { config, deps, isPaused } from './runtime.server.ts'
import { recordRefusal } from './web/accounts/access-records.server.ts'
import { showsTurnstile } from './web/accounts/captcha.server.ts'
import { secureEveryAnswer } from './web/kernel/http/every-answer.server.ts'
import { watchTheDoor } from './web/kernel/http/front-door.server.ts'
import { secureDocument, secureResource } from './web/kernel/http/headers.server.ts'
import { NonceContext } from './web/kernel/http/nonce.ts'
import { tellPageError } from './web/kernel/http/page-errors.server.ts'
import { catchPrinted } from './web/kernel/http/printed-lines.server.ts'
import { nameRequests, requestId } from './web/kernel/http/request-id.server.ts'
import { lineRequests } from './web/kernel/http/request-lines.server.ts'
import { discardUnreadBodies } from './web/kernel/http/unread-bodies.server.ts'
import { nonceOfKept } from './web/kernel/serving/kept-pages.server.ts'
import { collectPage, mendPage, pageResponse } from './web/kernel/serving/page-bytes.server.ts'
import { assertAvailable, dataUnlessUnavailable, headUnavailable } from './web/kernel/serving/unavailable.server.ts'
import { chosenLanguage, detectLanguage, rememberAskedLanguage } from './web/languages/locale.server.ts'
import { watchTheProxy } from './web/upkeep/watch-proxy.server.ts'

/** How long loaders may stream, and a little more until React gives up the rest of the page. Milliseconds. */
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
  tell: (facts) => deps.log.info(facts, 'a form that none of our pages has sent'),
})
discardUnreadBodies()
headUnavailable()
secureEveryAnswer(headerSettings())
if (config.mode === 'production') catchPrinted(deps.log)

/** For scripts/serving/front.ts, which asks it before remix-serve does. */
export { answerKept } from './web/site/answer-kept.server.ts'

type RootData = { viewer?: { id: string } | null; language?: unknown } | undefined

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  await assertAvailable(status, { request, publicOrigin: config.origin })
  const root: RootData = context.staticHandlerContext.loaderData.root
  // When the root loader failed there is no language from it, but the error page still has one.
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
        // No page of ours waits for a part of it: nobody would see anything sooner if it were sent in pieces.
        onAllReady: () => pipe(page),
        onShellError: reject,
        onError(error) {
          statusCode = 500
          // What fails before the shell is ready rejects, and is reported by the caller.
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

/** Errors of loaders, actions and rendering. A request that the reader broke off is none, and neither is an answer that was thrown. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && !(error instanceof Response)) tellPageError(error, request)
}

function headerSettings() {
  return { isHttps: config.isHttps, isDevelopment: config.mode === 'development' }
}
