/** Does the proxy let the largest form through? It is announced, and not sent: proxies refuse by the announced length. */
import { request as askHttp } from 'node:http'
import { request as askHttps } from 'node:https'
import type { Config } from '#app/config.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { MEGABYTE } from '#app/kernel/domain/file-kind.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { PRESENTED_TYPES, SHIPMENT_IMAGE, UPLOAD_LIMITS } from '#app/trade/documents/domain/documents.ts'

/** One that keeps silent waits for the body: it would have refused by now. */
const PATIENCE_MS = 3_000
/** The fields of a form beside its files. */
const FIELDS_BYTES = MEGABYTE

/** A shipment with every document and every image, each as large as it may be. Bytes. */
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

/** The status that comes before a byte of the body; null where the body is awaited. */
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
