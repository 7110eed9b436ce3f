/** The form of a page that takes files, with what every such page answers to a body that is none of ours. */

import { type Form, FormTooLarge, FormUnreadable, readForm } from '#app/kernel/web/forms/read-form.server.ts'
import type { FileRule, Scanner, UploadOptions } from '#app/kernel/web/forms/receive-uploads.server.ts'
import { tellAccident } from '#app/kernel/web/http/page-errors.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { troubleIn } from '#app/trade/documents/services/readable.server.ts'
import { ScannerUnavailable, scanForViruses } from '#app/trade/documents/services/virus-scan.server.ts'

/** Are uploads scanned for malware here? Pages say so where they are not. */
export const scansUploads = config.scanner !== null

const scan: Scanner | null =
  config.scanner &&
  (async (content) => {
    const { place, whenSilent } = config.scanner as NonNullable<typeof config.scanner>
    try {
      return await scanForViruses(place, content)
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error
      tellAccident(error, { unscanned: whenSilent }, 'a file could not be scanned')
      return { unscanned: whenSilent }
    }
  })

/** A person sends one form at a time, on a slow line a few times over, and perhaps another from a second tab. */
const MOST_IN_FLIGHT = 6
const TRY_AGAIN_SECONDS = 30

const inFlight = new Map<string, number>()

/**
 * Reads the form with its files into the store. Answers with FormTooLarge, which the page shows with what was typed. Throws
 * a 400 Response for no form, and a 429 Response while the same person is still sending others to this process.
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
    return await readForm(request, { files, mayTake, storage, newId, scan: scan ?? undefined, lookInto: troubleIn })
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
