import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendExport } from '#app/web/settings/send-export.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendExport(request, params.exportId)
}
