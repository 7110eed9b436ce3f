import type { LoaderFunctionArgs } from '@remix-run/node'
import { deps } from '#app/runtime.server.ts'
import { findShownFile } from '#app/trade/disputes/queries/dispute-files.server.ts'
import { downloadFile } from '#app/trade/documents/web/download.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return downloadFile(request, (viewer) => findShownFile(deps.db, { viewer, fileId: params.fileId }))
}
