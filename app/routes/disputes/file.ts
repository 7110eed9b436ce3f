import type { LoaderFunctionArgs } from '@remix-run/node'
import { findShownFile } from '#app/queries/disputes/dispute-files.server.ts'
import { deps } from '#app/runtime.server.ts'
import { downloadFile } from '#app/web/documents/download.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return downloadFile(request, (viewer) => findShownFile(deps.db, { viewer, fileId: params.fileId }))
}
