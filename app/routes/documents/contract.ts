import type { LoaderFunctionArgs } from '@remix-run/node'
import { findDownload } from '#app/queries/documents/downloads.server.ts'
import { deps } from '#app/runtime.server.ts'
import { downloadFile } from '#app/web/documents/download.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return downloadFile(request, (viewer) => findDownload(deps.db, { viewer, contractOf: params.escrowId }))
}
