import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import type { ClaimVerdict } from '#app/escrow/domain/payment-claim.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }
import { PaymentClaims } from './payment-claims.tsx'

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

function shown(verdict: ClaimVerdict | null, currency: 'XLM' | 'XRP' = 'XLM'): string {
  const stated = [
    { hash: 'ab'.repeat(32), statedAt: '2026-11-20T12:00:00Z', verdict, memo: '7', found: null, isDecided: false },
  ]
  const escrow = { transactionId: 'auto_1', currency, networkName: 'Stellar', deposit: { reference: '7', stated } }
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <PaymentClaims escrow={escrow as unknown as Parameters<typeof PaymentClaims>[0]['escrow']} />
    </I18nextProvider>,
  )
}

test.each([
  ['not_found', 'Transaction not found on Stellar.'],
  ['failed', 'Payment not found or amount/address mismatch.'],
  ['elsewhere', 'Payment not found or amount/address mismatch.'],
  ['counted', 'This payment counts for your escrow.'],
  ['late', 'This payment is owed back to you.'],
  [null, 'Your transaction hash is being checked on the Stellar ledger.'],
] as const)('a hash that is %s reads so', (verdict, sentence) => {
  expect(shown(verdict)).toContain(sentence)
})

test('the XRP Ledger has its own sentences', () => {
  expect(shown('not_found', 'XRP')).toContain('Transaction not found on XRP ledger.')
  expect(shown('failed', 'XRP')).toContain('Destination/tag/amount mismatch.')
})
