import { useRouteLoaderData } from '@remix-run/react'
import type { ServiceFee } from '#app/fees/domain/service-fee.ts'

/** What the service fee covers here (setting SERVICE_FEE), as the document's own loader has read it. */
export function useServiceFee(): ServiceFee {
  return useRouteLoaderData<{ serviceFee: ServiceFee }>('root')?.serviceFee ?? 'once'
}
