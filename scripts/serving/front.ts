/**
 * What is answered before remix-serve: files that were compressed when they were built, and pages that say the same to every
 * visitor (decision 054). remix-serve leaves no place before its Express, so the listener that it hands to Node's server is
 * wrapped; whatever is none of these goes on to it as it came.
 */
import { statSync } from 'node:fs'
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRequestHandler, ServerBuild } from '@remix-run/node'
import { openFiles } from './files.ts'
import { whenNobodyStandsThere } from './shut-door.ts'

type Handle = ReturnType<typeof createRequestHandler>
/** What app/entry.server.tsx exports besides what Remix asks for. */
type Entry = { answerKept(request: IncomingMessage, answer: ServerResponse, handle: Handle): Promise<boolean> }

/**
 * Call it before remix-serve starts, with the file that it is given: the server's build. remix-serve closes its listener on
 * SIGTERM; `onShut` is called when that has been done. Answers with whether there is a listener yet.
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
    // Express's server is the first that is made; later ones are nobody's for visitors.
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
  // The address by which remix-serve imports it: so this is the same module, and no second one with connections of its own.
  const address = `${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`
  const open = async () => {
    const build: ServerBuild = await import(address)
    // Not before: what is loaded first decides how Remix's router is loaded (kept-routes.ts).
    const { createRequestHandler } = await import('@remix-run/node')
    const { answerKept } = build.entry.module as unknown as Entry
    return { answerKept, handle: createRequestHandler(build, process.env.NODE_ENV) }
  }
  let site: ReturnType<typeof open> | null = null
  return async (request, answer) => {
    // Asked for at the first request: by then remix-serve has loaded it.
    site ??= open()
    const { answerKept, handle } = await site
    return answerKept(request, answer, handle)
  }
}
