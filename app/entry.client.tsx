import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { partsAreHere } from './kernel/ui/live/later.tsx'
import { noteFailedAnswers } from './kernel/ui/page/request-id.ts'
import { readBrowserI18n } from './languages/i18n/i18n.client.ts'

noteFailedAnswers(window)
/**
 * Nothing here is awaited outside of this function: the build puts this file together with what every page loads, which is
 * evaluated before the pages themselves, and these begin to load their parts.
 */
async function takeOver(): Promise<void> {
  const i18n = await readBrowserI18n(document)
  await partsAreHere()
  await dataIsHere()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    )
  })
}

/**
 * What the page was drawn with is unpacked when `RemixBrowser` is drawn first, which lets React wait meanwhile. Whoever
 * clicks in that moment would have the page taken over at once, which then cannot be done (React's error 345): so it is
 * drawn for nothing once before. What it throws otherwise, it throws again when it is drawn to stay.
 */
async function dataIsHere(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (unpacking) {
    await unpacking
  }
}

void takeOver()
