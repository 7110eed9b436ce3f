import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import common from '../../../../locales/en/common.json' with { type: 'json' }
import { SignWithFreighter } from './sign-with-freighter.tsx'
import { SigningCode } from './signing-code.tsx'
import { WalletCheck } from './wallet-check.tsx'
import { XrplWarning } from './xrpl-deposit.tsx'

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

const drawn = (part: ReactNode) => renderToStaticMarkup(<I18nextProvider i18n={i18n}>{part}</I18nextProvider>)

test('before XRP is locked everything is said that nobody can undo, and to which wallet it can go', () => {
  const warning = drawn(<XrplWarning until="2027-01-05T23:59:00.000Z" sellerWallet="rSeller" />)
  const { refund: _dated, ...sentences } = common.held.final
  for (const sentence of Object.values(sentences)) expect(warning).toContain(sentence)
  expect(warning.replaceAll(/<[^>]+>/g, '')).toContain('rSeller')
  expect(warning).toContain('it cannot come back to you, even if the seller agrees')
  expect(warning).toContain('5 Jan 2027, 23:59 UTC')
})

test('a wallet on this device has a link, and without JavaScript no button of a wallet in the browser is there', () => {
  expect(drawn(<SigningCode uri="web+stellar:tx?xdr=AAAA" qr={{ modules: 1, dark: 'gA==' }} />)).toContain(
    'href="web+stellar:tx?xdr=AAAA"',
  )
  const asked = { xdr: 'AAAA', passphrase: 'Test', wallet: 'GBUYER', field: 'signed', networkName: 'Stellar' }
  expect(drawn(<SignWithFreighter {...asked} />)).toBe('')
})

test('a wallet that the buyer did not expect is to be checked by telephone before anything is locked for it', () => {
  const [stated, expected] = [`G${'A'.repeat(55)}`, `G${'A'.repeat(51)}BBBB`]
  const other = drawn(
    <WalletCheck stated={{ address: stated, memo: null }} expected={{ address: expected, memo: null }} />,
  )
  expect(other).toContain(common.lookup.wallets.differsTitle)
  expect(other.match(/<mark>(?:AAAA|BBBB)<\/mark>/g)).toHaveLength(2)
  expect(other).toContain('Before you lock, call the seller')
  const left = drawn(<WalletCheck stated={{ address: stated, memo: null }} expected={null} />)
  expect(left).toContain(common.lookup.wallets.leftTitle)
  expect(left).toContain('GAAA…AAAA')
})
