/** Whether the proxy accepts the largest form. The size is announced, not sent: proxies refuse by Content-Length. */
import { request as askHttp } from 'node:http'
import { request as askHttps } from 'node:https'
import type { Config } from '#app/config.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { MEGABYTE } from '#app/kernel/domain/file-kind.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { PRESENTED_TYPES, SHIPMENT_IMAGE, UPLOAD_LIMITS } from '#app/trade/documents/domain/documents.ts'

/** A proxy that is silent for so long waits for the body: it would have refused by now. */
const PATIENCE_MS = 3_000
/** Allowance for the form fields beside the files. */
const FIELDS_BYTES = MEGABYTE

/** The size in bytes of a shipment with every document and every image at the upload limit. */
export function largestForm(uploadMaxBytes: number): number {
  const documents = PRESENTED_TYPES.filter((type) => type !== SHIPMENT_IMAGE).length
  return (documents + UPLOAD_LIMITS.shipmentImages) * uploadMaxBytes + FIELDS_BYTES
}

export async function findBodySize({ origin }: Pick<Config, 'origin'>, bytes: number): Promise<Finding> {
  const { ok, mend, note } = findingsAbout('uploads')
  const size = `${Math.ceil(bytes / MEGABYTE)} MB`
  try {
    if ((await announce(`${origin}/healthz`, bytes)) !== 413)
      return ok(`A form of ${size} is not refused by its length.`)
    return mend(
      `The proxy refuses a form of ${size} (413): raise its limit (nginx: client_max_body_size ${size.replace(' MB', 'm')}).`,
    )
  } catch (error) {
    return note(`Whether a form of ${size} gets through could not be seen: ${causeOf(error)}.`)
  }
}

/** Returns the status that arrives before any of the body is sent; null: the body is awaited. */
function announce(url: string, bytes: number): Promise<number | null> {
  const ask = url.startsWith('https:') ? askHttps : askHttp
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Length': bytes, 'Content-Type': 'application/octet-stream', Expect: '100-continue' }
    const request = ask(url, { method: 'POST', headers })
    const end = (seen: () => void) => {
      clearTimeout(timer)
      seen()
      request.destroy()
    }
    const timer = setTimeout(() => end(() => resolve(null)), PATIENCE_MS)
    request.once('response', ({ statusCode = 0 }) => end(() => resolve(statusCode)))
    request.once('continue', () => end(() => resolve(null)))
    request.on('error', (error) => end(() => reject(error)))
    request.flushHeaders()
  })
}
