import type { LoaderFunctionArgs } from '@remix-run/node'
import { findDownload } from '#app/queries/escrow-pages.server.ts'
import { deps } from '#app/runtime.server.ts'
import { downloadFile } from '#app/web/download.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return downloadFile(request, (viewer) => findDownload(deps.db, { viewer, contractOf: params.escrowId }))
}
