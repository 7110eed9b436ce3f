/** Forms with files: limits per person, malware scan, and the answers to invalid bodies. */

import { type Form, FormTooLarge, FormUnreadable, readForm } from '#app/kernel/web/forms/read-form.server.ts'
import type { FileRule, Scanner, UploadOptions } from '#app/kernel/web/forms/receive-uploads.server.ts'
import { reportError } from '#app/kernel/web/http/page-errors.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { defectIn } from '#app/trade/documents/services/readable.server.ts'
import { ScannerUnavailable, scanForViruses } from '#app/trade/documents/services/virus-scan.server.ts'

/** True if uploads are scanned for malware. Pages say so if they are not. */
export const scansUploads = config.scanner !== null

const scan: Scanner | null =
  config.scanner &&
  (async (content) => {
    const { place, whenSilent } = config.scanner as NonNullable<typeof config.scanner>
    try {
      return await scanForViruses(place, content)
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error
      reportError(error, { unscanned: whenSilent }, 'upload scan failed')
      return { unscanned: whenSilent }
    }
  })

/** One form at a time, a few retries on a slow line, and perhaps a second tab. */
const MOST_IN_FLIGHT = 6
const TRY_AGAIN_SECONDS = 30

const inFlight = new Map<string, number>()

/**
 * Reads the form and stores its files. Returns FormTooLarge, which the page shows with what was typed. Throws a 400
 * Response if the body is no form, and a 429 Response while the same person is sending too many others to this process.
 */
export async function readUploadForm(
  request: Request,
  { userId, files, mayTake }: { userId: string; files: Record<string, FileRule>; mayTake?: UploadOptions['mayTake'] },
): Promise<Form | FormTooLarge> {
  const sending = inFlight.get(userId) ?? 0
  if (sending >= MOST_IN_FLIGHT) {
    throw new Response(null, { status: 429, headers: { 'Retry-After': String(TRY_AGAIN_SECONDS) } })
  }
  inFlight.set(userId, sending + 1)
  try {
    const { storage, newId } = deps
    return await readForm(request, { files, mayTake, storage, newId, scan: scan ?? undefined, lookInto: defectIn })
  } catch (error) {
    if (error instanceof FormTooLarge) return error
    if (error instanceof FormUnreadable) throw new Response(null, { status: error.status })
    throw error
  } finally {
    const left = (inFlight.get(userId) ?? 1) - 1
    if (left > 0) inFlight.set(userId, left)
    else inFlight.delete(userId)
  }
}
