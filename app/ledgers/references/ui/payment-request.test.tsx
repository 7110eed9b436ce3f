import { expect, test } from 'vitest'
import { htmlOf } from '#tests/support/onchain/draw-page.tsx'
import { PaymentRequestSheet } from './payment-request.tsx'

function drawn(isChecked: boolean): string {
  const request = { amount: '5', asset: 'XRP', address: 'rDeposit', memo: '1839204417', uri: 'xrp:rDeposit' } as const
  const due = { worth: null, test: { amount: '1', rest: '4' }, isChecked }
  return htmlOf(<PaymentRequestSheet {...request} qr={{ modules: 1, dark: 'gA==' }} due={due} />)
}

test('whoever may pay reads where, and whoever is looked at is asked to send nothing', () => {
  const asked = drawn(false)
  for (const part of ['rDeposit', '1839204417', 'class="pay"']) expect(asked).toContain(part)
  const held = drawn(true)
  for (const part of ['rDeposit', '1839204417', 'class="pay"']) expect(held).not.toContain(part)
  expect(held).toContain('Send nothing yet')
  expect(held).toContain('As a rule, two working days at most.')
})
