/**
 * Answers before remix-serve: compressed files, and pages that are the same for every visitor (decision 054).
 * remix-serve has no hook before its Express, so its listener is wrapped; all other requests reach it unchanged.
 */
import { statSync } from 'node:fs'
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRequestHandler, ServerBuild } from '@remix-run/node'
import { openFiles } from './files.ts'
import { whenNobodyStandsThere } from './shut-door.ts'

type Handle = ReturnType<typeof createRequestHandler>
/** The export of app/entry.server.tsx beside Remix's own. */
type Entry = { answerKept(request: IncomingMessage, answer: ServerResponse, handle: Handle): Promise<boolean> }

/**
 * Call it before remix-serve starts, with the path of the server's build. remix-serve closes its listener on SIGTERM;
 * `onShut` is called after that. `isOpen`: the listener accepts connections.
 */
export function standInFront(file: string, onShut: () => void): { isOpen(): boolean } {
  const sendFile = openFiles(join(dirname(file), '..', 'client'))
  const answerKept = openKept(file)
  const wrap = (serve: RequestListener): RequestListener =>
    async function inFront(request, answer) {
      if (sendFile(request, answer)) return
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (isReading && (await answerKept(request, answer))) return
      serve(request, answer)
    }
  const { createServer } = http
  let server: Server | null = null
  const createOnce = (serve: RequestListener) => {
    // The first server is Express's; later ones do not serve visitors.
    Object.assign(http, { createServer })
    server = shutGently(createServer(wrap(serve)), onShut)
    return server
  }
  Object.assign(http, { createServer: createOnce })
  return { isOpen: () => server?.listening === true }
}

function shutGently(server: Server, onShut: () => void): Server {
  const close = server.close.bind(server)
  return Object.assign(server, {
    close(whenClosed?: (error?: Error) => void) {
      whenNobodyStandsThere(server, () => {
        close(whenClosed)
        onShut()
      })
      return server
    },
  })
}

function openKept(file: string): (request: IncomingMessage, answer: ServerResponse) => Promise<boolean> {
  // The URL with which remix-serve imports the build: the same module, not a second one with connections of its own.
  const address = `${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`
  const open = async () => {
    const build: ServerBuild = await import(address)
    // Not earlier: the first import decides how Remix's router is loaded (kept-routes.ts).
    const { createRequestHandler } = await import('@remix-run/node')
    const { answerKept } = build.entry.module as unknown as Entry
    return { answerKept, handle: createRequestHandler(build, process.env.NODE_ENV) }
  }
  let site: ReturnType<typeof open> | null = null
  return async (request, answer) => {
    // At the first request: by then remix-serve has loaded the build.
    site ??= open()
    const { answerKept, handle } = await site
    return answerKept(request, answer, handle)
  }
}
