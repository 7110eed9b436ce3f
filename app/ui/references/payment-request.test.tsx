import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { I18N_OPTIONS } from '#app/i18n/languages/options.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }
import { PaymentRequest } from './payment-request.tsx'

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

function drawn(isChecked: boolean): string {
  const request = { amount: '5', asset: 'XRP', address: 'rDeposit', memo: '1839204417', uri: 'xrp:rDeposit' } as const
  const due = { worth: null, test: { amount: '1', rest: '4' }, isChecked }
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <PaymentRequest {...request} qr={{ modules: 1, dark: 'gA==' }} due={due} />
    </I18nextProvider>,
  )
}

test('whoever may pay reads where, and whoever is looked at is asked to send nothing', () => {
  const asked = drawn(false)
  for (const part of ['rDeposit', '1839204417', 'class="pay"']) expect(asked).toContain(part)
  const held = drawn(true)
  for (const part of ['rDeposit', '1839204417', 'class="pay"']) expect(held).not.toContain(part)
  expect(held).toContain('Please send nothing for now')
})
