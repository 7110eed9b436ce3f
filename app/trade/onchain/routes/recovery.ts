import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { recoveryFileName } from '#app/trade/onchain/domain/recovery-names.ts'
import { writeRecoveryFile } from '#app/trade/onchain/workflows/agreeing/write-recovery-file.server.ts'
import { findOnchain } from './find-onchain.server.ts'

/** The recovery file, for the two sides of an escrow while the ledger holds its money. */
export async function loader({ request, params: { transactionId = '' } }: LoaderFunctionArgs) {
  const { escrow, viewer } = await findOnchain(request, transactionId)
  const xrplNetworkId = config.xrpl.networkId
  const file = await writeRecoveryFile(deps, { escrowId: escrow.id, userId: viewer.id, xrplNetworkId })
  if (isRefusal(file)) throw new Response(null, { status: file.refused === 'wallet_unchecked' ? 503 : 404 })
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${recoveryFileName(escrow.transactionId)}"`,
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(`${JSON.stringify(file, null, 2)}\n`, { headers })
}
