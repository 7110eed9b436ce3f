/** Signing in with a form: the only file that uses remix-auth. */
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { checkCredentials } from '#app/accounts/workflows/sign-in.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { deps } from '#app/runtime.server.ts'

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
  // The strategy reads bodies without a limit, so it gets what was already read within limits.
  const form = new Request(request.url, { method: 'POST', body: fields.toFormData() })
  return authenticator.authenticate(PASSWORD, form)
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
