import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Answers 404 for other paths: a port may be reused, and polls meant for another test's ended server arrive here. */
export function onlyAt<Answer>(
  paths: readonly string[],
  listener: (request: IncomingMessage, response: ServerResponse) => Answer,
): RequestListener {
  return (request, response) => {
    if (paths.some((path) => request.url?.startsWith(path))) return listener(request, response)
    return response.writeHead(404).end()
  }
}
