import { expect, it } from 'vitest'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { formatMoment } from './format.ts'
import { datedRefusalText } from './refusal-moments.ts'

it.each(['en', 'de', 'fa', 'zh'] as const)('names moments as %s writes them, and never as ISO 8601', (language) => {
  const until = '2026-12-03T12:00:00.000Z'
  const text = datedRefusalText(
    translatorFor(language),
    refuse('held_wallet_changing', { values: { until } }),
    language,
  )
  expect(text).toContain(formatMoment(until, language))
  expect(text).not.toContain(until)
})

it('says as before what names none', () => {
  const text = datedRefusalText(translatorFor('en'), refuse('exit_not_open'), 'en')
  expect(text).toBe('Something changed. Reload the page.')
})
