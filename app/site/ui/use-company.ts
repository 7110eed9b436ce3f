import { useRouteLoaderData } from '@remix-run/react'
import type { Company } from '#app/kernel/i18n/company.ts'

/** Who runs the service, from the root loader. Null: that failed. */
export function useCompany(): Company | null {
  return useRouteLoaderData<{ company: Company }>('root')?.company ?? null
}
