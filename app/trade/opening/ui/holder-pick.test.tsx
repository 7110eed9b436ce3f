import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import common from '../../../../locales/en/common.json' with { type: 'json' }
import { HolderPick } from './holder-pick.tsx'

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

function drawn(currency: Asset, typed: Record<string, string> = {}): string {
  const shown = shownAgain({ problems: [], values: typed })
  const held = { assets: [currency], until: '2027-02-01' }
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <HolderPick shown={shown} held={held} currency={currency} onHolder={() => undefined} />
    </I18nextProvider>,
  )
}

test('Quayside holds the money unless the ledger is chosen', () => {
  const { quayside, ledger } = common.held.choice
  expect(drawn('XLM')).toContain(`<span class="pick__is">${quayside}</span>`)
  expect(drawn('XLM', { heldBy: 'ledger' })).toContain(`<span class="pick__is">${ledger}</span>`)
})

test('the ledger of the currency is told, and no other', () => {
  const { stellar, xrpl } = common.held.choice
  expect(drawn('USDC')).toContain(stellar)
  expect(drawn('USDC')).not.toContain(xrpl)
  expect(drawn('XRP')).toContain(xrpl)
  expect(drawn('XRP')).not.toContain(stellar)
})

test('what a ledger of secrets cannot do stands beside the choice', () => {
  const { noRefund, oneWallet } = common.held.choice
  for (const sentence of [noRefund, common.held.final.division, oneWallet, common.held.final.deposit]) {
    expect(drawn('XRP')).toContain(`<li>${sentence}</li>`)
    expect(drawn('XLM')).not.toContain(sentence)
  }
})
