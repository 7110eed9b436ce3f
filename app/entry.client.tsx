import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { partsAreHere } from './kernel/ui/live/later.tsx'
import { noteFailedAnswers } from './kernel/ui/page/request-id.ts'
import { readBrowserI18n } from './languages/i18n/i18n.client.ts'

noteFailedAnswers(window)
/**
 * Nothing here is awaited outside of this function: the build merges this file with what every page loads, which is
 * evaluated before the pages themselves, and only these begin to load their parts.
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
 * The page's data is unpacked when `RemixBrowser` renders first, and React suspends meanwhile. A click at that moment
 * would force hydration at once, which then fails (React's error 345). So it is called once before, and what it throws
 * is awaited. Any other error is thrown again by the real render.
 */
async function dataIsHere(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (unpacking) {
    await unpacking
  }
}

void takeOver()
