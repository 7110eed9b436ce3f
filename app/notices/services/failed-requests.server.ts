/**
 * Why a request of a package's got no answer, where the package keeps it to itself. Node tells it on a channel of its own
 * for every request that fails; ours is known by a header that no other has in common with it.
 */
import { subscribe } from 'node:diagnostics_channel'
import { z } from 'zod'

/** The headers come as one text, or as names and values in turn. */
const failedRequest = z.object({
  request: z.object({ headers: z.union([z.string(), z.array(z.unknown())]) }),
  error: z.unknown(),
})

export type FailedRequests = {
  /** Runs the work; `failure` is what its request, which has this value in the header, failed with, if it did. */
  during<Result>(value: string, work: () => Promise<Result>): Promise<{ result: Result; failure: unknown }>
}

/** Call it once for each header. */
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
