import type { LoaderFunctionArgs } from '@remix-run/node'
import { deps } from '#app/runtime.server.ts'
import { findShownFile } from '#app/trade/disputes/queries/dispute-files.server.ts'
import { previewFile } from '#app/trade/documents/web/preview.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return previewFile(request, (viewer) => findShownFile(deps.db, { viewer, fileId: params.fileId }))
}
