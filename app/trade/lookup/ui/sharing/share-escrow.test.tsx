import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { I18N_OPTIONS } from '#app/languages/i18n/options.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { TradeSheet } from '#app/trade/lookup/ui/trade-sheet.tsx'
import common from '../../../../../locales/en/common.json' with { type: 'json' }
import { ShareEscrow } from './share-escrow.tsx'

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

const LINK = 'https://quayside.example/dashboard?txid=auto_1'

const NO_TEXTS = byName(TEXTS, () => '')

function escrowOf(changes: Partial<EscrowView>): EscrowView {
  const escrow = {
    id: '1',
    currency: 'USDC',
    amount: '48000',
    texts: NO_TEXTS,
    buyerName: 'Ama Mensah',
    buyerHasConfirmedEmail: true,
    sellerEmail: null,
    contract: null,
    times: { correctedAt: null, confirmedAt: null },
    may: { confirm: true },
    ...changes,
  }
  return escrow as unknown as EscrowView
}

const drawn = (part: React.ReactNode) => renderToStaticMarkup(<I18nextProvider i18n={i18n}>{part}</I18nextProvider>)
const shared = (changes: Partial<EscrowView>) => drawn(<ShareEscrow escrow={escrowOf(changes)} link={LINK} />)

function textIn(html: string, start: string): string {
  const address = html.split(`href="${start}`)[1]?.split('"')[0] ?? ''
  return decodeURIComponent(address.replaceAll('&amp;', '&'))
}

test('the message names amount, goods and the link, and works as plain links', () => {
  const html = shared({ texts: { ...NO_TEXTS, notes: 'Cocoa & shea, 320 bags\nsecond line' } })
  const message = textIn(html, 'https://wa.me/?text=')
  expect(message.replaceAll('\u00a0', ' ')).toBe(
    `I have opened an escrow of 48,000.00 USDC for “Cocoa & shea, 320 bags”: ${LINK} Ship only when the page says funded.`,
  )
  expect(textIn(html, 'mailto:')).toContain(`&body=${message}`)
})

test('long notes are cut, and none are left out', () => {
  expect(textIn(shared({ texts: { ...NO_TEXTS, notes: 'x'.repeat(200) } }), 'https://wa.me/?text=')).toContain(
    `“${'x'.repeat(80)}…”`,
  )
  expect(textIn(shared({}), 'https://wa.me/?text=')).not.toContain('“')
})

test('the link is a secret while no seller is named, and opens nothing for others once one is', () => {
  expect(shared({})).toContain('send it to your seller only')
  const named = shared({ sellerEmail: 'kofi@trade.example' })
  expect(named).toContain('Only the account of kofi@trade.example can confirm with this link.')
  expect(named).not.toContain('your seller only')
})

test('the seller reads who buys what, whether that address is confirmed, and that it was corrected', () => {
  const html = drawn(
    <TradeSheet
      escrow={escrowOf({
        texts: { ...NO_TEXTS, notes: '320 bags of cocoa', terms: 'FOB Tema' },
        buyerHasConfirmedEmail: false,
        times: { correctedAt: '2026-11-23T10:00:00Z' } as EscrowView['times'],
      })}
    />,
  )
  for (const words of ['Ama Mensah', '(address not confirmed)', '320 bags of cocoa', 'FOB Tema', 'Read it again']) {
    expect(html).toContain(words)
  }
  expect(drawn(<TradeSheet escrow={escrowOf({})} />)).not.toContain('not confirmed')
})
