import type { LoaderFunctionArgs } from '@remix-run/node'
import { deps } from '#app/runtime.server.ts'
import { findDownload } from '#app/trade/documents/queries/downloads.server.ts'
import { previewFile } from '#app/trade/documents/web/preview.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return previewFile(request, (viewer) => findDownload(deps.db, { viewer, contractOf: params.escrowId }))
}
