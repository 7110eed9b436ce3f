import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { ClockAhead, Moment } from './moment.tsx'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: {} })

const HOUR_MS = 3_600_000

test('“ago” is counted by the clock that has written the moment, which may be ahead of this machine', () => {
  const at = new Date(Date.now() + 5 * HOUR_MS).toISOString()
  const shown = (aheadMs: number) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <ClockAhead.Provider value={aheadMs}>
          <Moment at={at} as="relative" />
        </ClockAhead.Provider>
      </I18nextProvider>,
    )
  expect(shown(8 * HOUR_MS)).toContain('>3 hours ago<')
  expect(shown(0)).toMatch(/>in [45] hours</)
})
