/** The security headers of every answer, each with the reason for its value. */
import { helmet } from '@nichtsam/helmet'
import { generalSecurity } from '@nichtsam/helmet/general'

export type HeaderSettings = {
  /** Visitors use https (PUBLIC_ORIGIN). */
  isHttps: boolean
  /** Vite's development server needs a web socket and its own inline styles. */
  isDevelopment: boolean
}

/** Cloudflare's widget loads its script and its frame from here. */
const TURNSTILE = 'https://challenges.cloudflare.com'
const ONE_YEAR = 365 * 24 * 60 * 60

/** For documents. Signed-in pages are never stored: after logging out, the back button must not show them. */
export function secureDocument(
  headers: Headers,
  page: HeaderSettings & { nonce: string; isSignedIn: boolean; showsTurnstile?: boolean },
): void {
  const turnstile = page.showsTurnstile ? [TURNSTILE] : []
  helmet(headers, {
    general: generalRules(page),
    content: {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          fetch: {
            // Everything that no line below allows is refused: media, objects, workers.
            'default-src': ["'none'"],
            // The nonce for Remix's inline scripts, 'self' for the modules that they import and preload.
            'script-src': ["'self'", `'nonce-${page.nonce}'`, ...turnstile],
            // Stylesheets only, no style attributes: injected markup can then not redraw a payment address.
            'style-src': page.isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
            // Our own pictures; data: for what Vite inlines into stylesheets.
            'img-src': ["'self'", 'data:'],
            'font-src': ["'self'"],
            // Loaders, actions and the ticker; pages themselves never contact a ledger or a price service.
            'connect-src': page.isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
            'manifest-src': ["'self'"],
            // Previews of documents, which are also sandboxed (preview-page.ts).
            'frame-src': ["'self'", ...turnstile],
          },
          document: {
            // An injected <base> would send every relative form to a stranger.
            'base-uri': "'none'",
          },
          navigation: {
            'form-action': ["'self'"],
            // Nobody may frame our page and catch the click on Approve.
            'frame-ancestors': "'none'",
          },
          // On plain http (one machine, no certificate) this would break every link.
          other: { 'upgrade-insecure-requests': page.isHttps },
        },
      },
      // A window that we open, or that opened us, gets no handle on this page.
      crossOriginOpenerPolicy: 'same-origin',
      crossOriginEmbedderPolicy: false,
      // The same as frame-ancestors, for old browsers.
      xFrameOptions: 'DENY',
    },
  })
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  headers.append('Vary', 'Cookie, Accept-Language')
  if (page.isSignedIn) headers.set('Cache-Control', 'no-store')
}

/** For loader data, downloads and other answers without markup. They may be private, so nothing stores them. */
export function secureResource(headers: Headers, settings: HeaderSettings): void {
  generalSecurity(headers, generalRules(settings))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}

function generalRules(settings: HeaderSettings) {
  return {
    // Not no-referrer: with it, browsers send `Origin: null` and every form without JavaScript is refused.
    referrerPolicy: ['same-origin' as const],
    // Only where https is certain: on plain http it would lock the reader out of this host for a year.
    strictTransportSecurity: settings.isHttps ? { maxAge: ONE_YEAR, includeSubDomains: true } : false,
    // An uploaded file is what its type says: the browser must not guess that it is a script.
    xContentTypeOptions: true,
  }
}
