import { config } from '#app/runtime.server.ts'
import { zipOf } from '#app/services/audit/zip.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'
import type { Bundle } from '#app/workflows/audit/export-events.server.ts'

/** As a file to be kept, packed while it is read. */
export function sendBundle({ fileName, files }: Bundle): Response {
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(zipOf(files), { headers })
}
