import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { readBrowserI18n } from './i18n/languages/i18n.client.ts'
import { partsAreHere } from './ui/kernel/live/later.tsx'
import { noteFailedAnswers } from './ui/kernel/page/request-id.ts'

noteFailedAnswers(window)
const [i18n] = await Promise.all([readBrowserI18n(document), partsAreHere()])

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
