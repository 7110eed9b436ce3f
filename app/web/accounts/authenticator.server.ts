/** Signing in with a form: the only file that knows remix-auth. */
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Refusal } from '#app/domain/kernel/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { checkCredentials } from '#app/workflows/accounts/sign-in.server.ts'

type Outcome = { userId: string } | Refusal

const PASSWORD = 'password'

const authenticator = new Authenticator<Outcome>().use(
  new FormStrategy(({ form }) =>
    checkCredentials(deps, { email: textOf(form.get('email')), password: textOf(form.get('password')) }),
  ),
  PASSWORD,
)

/** Checks the fields `email` and `password`. Refusal: bad_credentials. */
export function authenticate(request: Request, fields: FormFields): Promise<Outcome> {
  // The strategy reads bodies without a limit, so it gets what readForm has read within its limits.
  const form = new Request(request.url, { method: 'POST', body: fields.toFormData() })
  return authenticator.authenticate(PASSWORD, form)
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
