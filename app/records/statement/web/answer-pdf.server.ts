/** Prints a document, and sends it as a file that the browser saves. */

import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { config } from '#app/runtime.server.ts'
import { PrinterBusy, printPdf } from './paper-printer.server.ts'
import type { PrintOrder } from './print-thread.ts'

/** Throws a 503 Response when too many wait. */
export async function printOrSayBusy(order: PrintOrder): Promise<Buffer> {
  return printPdf(order).catch((error: unknown) => {
    if (!(error instanceof PrinterBusy)) throw error
    throw new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
  })
}

export function answerPdf(pdf: Buffer, fileName: string): Response {
  const headers = new Headers({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    // If a browser shows it anyway: no scripts, no forms, no origin of ours.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(new Uint8Array(pdf), { headers })
}
