import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/**
 * A listener of a test's server that answers 404 to whoever asks for none of its paths. A server on a free port may get
 * the port of another test's server that has just ended, and with it the polls of those who still ask there.
 */
export function onlyAt<Answer>(
  paths: readonly string[],
  listener: (request: IncomingMessage, response: ServerResponse) => Answer,
): RequestListener {
  return (request, response) => {
    if (paths.some((path) => request.url?.startsWith(path))) return listener(request, response)
    return response.writeHead(404).end()
  }
}
