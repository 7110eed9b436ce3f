import type { LoaderFunctionArgs } from '@remix-run/node'
import { findDownload } from '#app/queries/documents/downloads.server.ts'
import { deps } from '#app/runtime.server.ts'
import { previewFile } from '#app/web/documents/preview.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return previewFile(request, (viewer) => findDownload(deps.db, { viewer, documentId: params.documentId }))
}
