/**
 * Finds out why a package's request failed, where the package hides it. Node reports every failed request on a
 * diagnostics channel; ours is recognized by a header value that no other request has.
 */
import { subscribe } from 'node:diagnostics_channel'
import { z } from 'zod'

/** The headers come as one text, or as alternating names and values. */
const failedRequest = z.object({
  request: z.object({ headers: z.union([z.string(), z.array(z.unknown())]) }),
  error: z.unknown(),
})

export type FailedRequests = {
  /** Runs the work. `failure`: the error of its request, which has this header value, if it failed. */
  during<Result>(value: string, work: () => Promise<Result>): Promise<{ result: Result; failure: unknown }>
}

/** Call it once per header. */
export function watchFailures(header: string): FailedRequests {
  const underWay = new Map<string, unknown>()
  subscribe('undici:request:error', (message) => {
    const failed = failedRequest.safeParse(message)
    if (!failed.success) return
    const value = headerOf(failed.data.request.headers, header)
    if (value !== null && underWay.has(value)) underWay.set(value, failed.data.error)
  })
  return {
    async during(value, work) {
      underWay.set(value, undefined)
      try {
        const result = await work()
        return { result, failure: underWay.get(value) }
      } finally {
        underWay.delete(value)
      }
    },
  }
}

function headerOf(headers: string | unknown[], name: string): string | null {
  const parts = typeof headers === 'string' ? headers.split(/: |\r\n/) : headers.map(String)
  const at = parts.findIndex((part, index) => index % 2 === 0 && part.toLowerCase() === name)
  return at < 0 ? null : (parts[at + 1] ?? null)
}
