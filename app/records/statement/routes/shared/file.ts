import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendSharedFile } from '#app/records/statement/web/shared.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendSharedFile(request, params.fileId)
}
