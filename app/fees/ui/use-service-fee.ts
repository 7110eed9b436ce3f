import { useRouteLoaderData } from '@remix-run/react'
import type { ServiceFee } from '#app/fees/domain/service-fee.ts'

/** What the service fee covers here (setting SERVICE_FEE), read by the root loader. */
export function useServiceFee(): ServiceFee {
  return useRouteLoaderData<{ serviceFee: ServiceFee }>('root')?.serviceFee ?? 'once'
}
