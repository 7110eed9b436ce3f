import type { LoaderFunctionArgs } from '@remix-run/node'
import { deps } from '#app/runtime.server.ts'
import { findDownload } from '#app/trade/documents/queries/downloads.server.ts'
import { downloadFile } from '#app/trade/documents/web/download.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return downloadFile(request, (viewer) => findDownload(deps.db, { viewer, contractOf: params.escrowId }))
}
