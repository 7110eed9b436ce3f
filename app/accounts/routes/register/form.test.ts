import { describe, expect, test } from 'vitest'
import { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { readRegistration, typedRegistration } from './form.server.ts'

const FILLED = { name: 'Ama', email: 'ama@example.org', password: 'a long enough phrase', role: 'buyer' }

function sent(consent: string | null): FormFields {
  const fields = new FormFields()
  for (const [name, value] of Object.entries(FILLED)) fields.append(name, value)
  if (consent !== null) fields.append('sanctionsConsent', consent)
  return fields
}

describe('the consent to sanctions screening', () => {
  test('is given by the tick', () => {
    expect(readRegistration(sent('on'), translatorFor('en'))).toHaveProperty('registration')
    expect(typedRegistration(sent('on')).sanctionsConsent).toBe('on')
  })

  test.each([null, '', 'false', 'off', '0', 'no', 'ON', 'true'])(
    'is not given by %j, nor ticked afterwards',
    (value) => {
      const read = readRegistration(sent(value), translatorFor('en'))
      expect(read).toMatchObject({ problems: [{ field: 'sanctionsConsent' }] })
      expect(typedRegistration(sent(value)).sanctionsConsent).toBe('')
    },
  )
})
