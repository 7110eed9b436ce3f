import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendExport } from '#app/settings/web/send-export.server.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendExport(request, params.exportId)
}
