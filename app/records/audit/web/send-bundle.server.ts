import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { zipOf } from '#app/records/audit/services/zip.server.ts'
import type { Bundle } from '#app/records/audit/workflows/export-events.server.ts'
import { config } from '#app/runtime.server.ts'

/** Sends the files as a zip attachment, packed while they are read. */
export function sendBundle({ fileName, files }: Bundle): Response {
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(zipOf(files), { headers })
}
