import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { backToPage, readExport } from '#app/records/audit/web/export-request.ts'
import { sendBundle } from '#app/records/audit/web/send-bundle.server.ts'
import { exportEscrow, exportRange } from '#app/records/audit/workflows/export-events.server.ts'
import { deps } from '#app/runtime.server.ts'

/** Although it is a GET, it writes one thing: an audit event says that this operator exported. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id: operatorId } = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const asked = readExport(query)
  if ('problem' in asked) return redirect(backToPage(query, asked))
  if (asked.of === 'days') return sendBundle(await exportRange(deps, { ...asked, operatorId }))
  const made = await exportEscrow(deps, { ...asked, operatorId })
  if (isRefusal(made)) return redirect(backToPage(query, { field: 'txid', problem: 'noEscrow' }))
  return sendBundle(made)
}
