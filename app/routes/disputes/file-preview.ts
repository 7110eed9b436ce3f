import type { LoaderFunctionArgs } from '@remix-run/node'
import { findShownFile } from '#app/queries/disputes/dispute-files.server.ts'
import { deps } from '#app/runtime.server.ts'
import { previewFile } from '#app/web/documents/preview.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return previewFile(request, (viewer) => findShownFile(deps.db, { viewer, fileId: params.fileId }))
}
