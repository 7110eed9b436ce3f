/**
 * Reports an upload's progress. Remix sends forms with `fetch`, which reports none: while a form with files is on its
 * way, its request alone uses XMLHttpRequest. Remix handles the answer: redirects, refusals, errors.
 */
import { noteAnswer } from '#app/kernel/ui/page/request-id.ts'
import { UPLOAD_STOPPED } from './read-anew.ts'
import { type StopReason, setUpload } from './upload-state.ts'

/** The upload ended before its answer arrived. */
class UploadStopped extends Error {
  override name = 'UploadStopped' as const
  readonly why: StopReason

  constructor(why: StopReason) {
    super(`The upload was stopped: ${why}`)
    this.why = why
  }
}

let underWay = 0
let browserFetch: typeof window.fetch

/**
 * For the `clientAction` of a route with uploads: `send` is its `serverAction`. An upload that stops is answered here,
 * with a status that makes Remix leave the page as it is; UploadStatus shows what happened.
 */
export async function sendWithProgress<Answer>(send: () => Promise<Answer>): Promise<Answer | Response> {
  if (underWay === 0) {
    browserFetch = window.fetch
    window.fetch = (input, init) => (hasFile(init?.body) ? sendByXhr(input, init) : browserFetch(input, init))
  }
  underWay += 1
  try {
    const answer = await send()
    setUpload({ kind: 'idle' })
    return answer
  } catch (error) {
    setUpload(error instanceof UploadStopped ? { kind: 'stopped', why: error.why } : { kind: 'idle' })
    if (!(error instanceof UploadStopped)) throw error
    return Response.json(null, { status: UPLOAD_STOPPED })
  } finally {
    underWay -= 1
    if (underWay === 0) window.fetch = browserFetch
  }
}

function hasFile(body: BodyInit | null | undefined): boolean {
  return body instanceof FormData && [...body.values()].some((value) => value instanceof File && value.size > 0)
}

function sendByXhr(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let isSent = false
    const { signal } = init
    const giveUp = () => request.abort()
    const stop = (why: StopReason) => reject(signal?.aborted ? signal.reason : new UploadStopped(why))

    request.open(init.method ?? 'POST', input instanceof Request ? input.url : input)
    request.responseType = 'arraybuffer'
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded: sent, total }) => setUpload({ kind: 'sending', sent, total, cancel: giveUp })
    request.upload.onload = () => {
      isSent = true
      setUpload({ kind: 'sent' })
    }
    request.onload = () => {
      const answer = answerOf(request)
      noteAnswer(answer, 'POST')
      resolve(answer)
    }
    request.onerror = () => stop(isSent ? 'unanswered' : 'interrupted')
    request.onabort = () => stop('cancelled')
    request.onloadend = () => signal?.removeEventListener('abort', giveUp)
    // The person left the page.
    signal?.addEventListener('abort', giveUp)
    request.send(init.body instanceof FormData ? init.body : null)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const { status, statusText } = request
  const body: ArrayBuffer | null = status === 204 || status === 205 || status === 304 ? null : request.response
  return new Response(body, { status, statusText, headers })
}
