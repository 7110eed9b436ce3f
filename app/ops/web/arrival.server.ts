/** How a request of `npm run doctor` arrived here, and with which accounts this process works; for nobody else. */
import type { Issuers } from '#app/kernel/domain/assets.ts'
import { clientAddress } from '#app/kernel/web/http/limits.server.ts'
import { DOCTOR_HEADER, isDoctorPass } from '#app/ops/services/doctor-pass.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export type RequestArrival = {
  host: string | null
  proto: string | null
  /** By the trusted header. Null: no such setting, or no such header. */
  address: string | null
  trustedHeader: string | null
  accounts: typeof deps.accounts
  keeping: typeof deps.keeping
  issuers: Issuers
}

/** Null: the request has no pass, or one of another installation. */
export function arrivalOf(request: Request): RequestArrival | null {
  const pass = request.headers.get(DOCTOR_HEADER)
  if (pass === null || !isDoctorPass(pass, { secret: config.sessionSecret, now: deps.clock.now() })) return null
  return {
    host: request.headers.get('host'),
    proto: request.headers.get('x-forwarded-proto'),
    address: clientAddress(request),
    trustedHeader: config.trustedAddress.header,
    accounts: deps.accounts,
    keeping: deps.keeping,
    issuers: deps.settings.issuers,
  }
}
