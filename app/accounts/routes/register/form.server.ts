import type { TFunction } from 'i18next'
import { readPilotCode } from '#app/accounts/domain/pilot-link.ts'
import { typedDetail } from '#app/accounts/web/about-fields.ts'
import { readEmail } from '#app/accounts/web/read-email.server.ts'
import type { Registration } from '#app/accounts/workflows/register-user.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'

type Read = { registration: Omit<Registration, 'locale' | 'goOn' | 'invitedTo'> } | { problems: Problem[] }

/** What an invitation settles: the form does not ask for it, and its fields are not read. */
type Settled = { email: string; role: Registration['role'] }

/** Reads the registration form (spec §5, Register): all its fields are required. */
export function readRegistration(fields: FormFields, t: TFunction, settled?: Settled): Read {
  const name = fields.get('name')
  const read = settled ?? readEmail(fields, 'email')
  const email = isRefusal(read) ? fields.get('email') : read.email
  const password = fields.getExact('password')
  const role = settled?.role ?? roleIn(fields)
  const problems: (Problem | false)[] = [
    name === '' && { field: 'name', text: t('refusal.name_missing') },
    email === '' && { field: 'email', text: t('register.emailMissing') },
    isRefusal(read) && { field: 'email', text: refusalText(t, read) },
    password === '' && { field: 'password', text: t('register.passwordMissing') },
    role === null && { field: 'role', text: t('register.roleMissing') },
    !fields.isTicked('sanctionsConsent') && { field: 'sanctionsConsent', text: t('register.sanctionsMissing') },
    // People do not see this field; programs that fill in every field do not know that.
    fields.get('website') !== '' && { field: 'website', text: t('register.notEmpty') },
  ]
  const found = problems.filter((problem) => problem !== false)
  if (role === null || found.length > 0) return { problems: found }
  const pilot = { isPilot: fields.get('pilot') === 'freight', from: readPilotCode(fields.get('from')) }
  return { registration: { name, email, password, role, about: typedDetail(fields), ...pilot } }
}

function roleIn(fields: FormFields): Registration['role'] | null {
  const role = fields.get('role')
  return role === 'buyer' || role === 'seller' ? role : null
}

/** The values that are shown again. The password is not. */
export function typedRegistration(fields: FormFields): RefusedForm['values'] {
  return {
    name: fields.get('name'),
    email: fields.get('email'),
    emailChosen: fields.get('emailChosen'),
    role: fields.get('role'),
    ...typedDetail(fields),
    sanctionsConsent: fields.isTicked('sanctionsConsent') ? 'on' : '',
  }
}
