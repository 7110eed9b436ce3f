/** The reader's language: `?lng=`, then the user's setting, then a cookie, then Accept-Language (product.md §9). */
import { createCookie } from '@remix-run/node'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/kernel/i18n/languages.ts'

export const LANGUAGE_PARAM = 'lng'

const ONE_YEAR = 365 * 24 * 60 * 60

const languageCookie = createCookie(LANGUAGE_PARAM, { path: '/', sameSite: 'lax', httpOnly: true, maxAge: ONE_YEAR })

export async function detectLanguage(request: Request, setting?: string | null): Promise<Language> {
  const asked = askedLanguage(request)
  if (asked) return asked
  if (isLanguage(setting)) return setting
  return browsersLanguage({
    cookie: request.headers.get('Cookie'),
    accepted: request.headers.get('Accept-Language'),
  })
}

/** The language of a visitor of whom only the browser's headers are known. */
export async function browsersLanguage(says: { cookie: string | null; accepted: string | null }): Promise<Language> {
  const remembered: unknown = await languageCookie.parse(says.cookie)
  if (isLanguage(remembered)) return remembered
  return preferredLanguage(says.accepted ?? '') ?? FALLBACK_LANGUAGE
}

/**
 * The language that a signed-in person has just chosen on one of our own pages, or null. The selector is a GET form, so
 * that it works without JavaScript and its URL can be passed on; but then any site could send a person to `?lng=fa`.
 * Such a link shows its page in that language and changes nothing: only a navigation from a page of ours is a choice.
 * Browsers say so in `Sec-Fetch-Site`; where they do not (plain http) the Referer does, which our Referrer-Policy keeps
 * for our own pages. No other site can set either.
 */
export function chosenLanguage(request: Request, publicOrigin: string): Language | null {
  const site = request.headers.get('Sec-Fetch-Site')
  const isOurs = site === null ? cameFrom(request, publicOrigin) : site === 'same-origin'
  return isOurs ? askedLanguage(request) : null
}

function cameFrom(request: Request, origin: string): boolean {
  const referer = request.headers.get('Referer') ?? ''
  return URL.canParse(referer) && new URL(referer).origin === origin
}

/**
 * The Set-Cookie value that remembers the language of `?lng=`. Null: none was asked for. `isHttps`: visitors use https,
 * which a request that a proxy passed on does not show.
 */
export async function rememberAskedLanguage(request: Request, isHttps: boolean): Promise<string | null> {
  const asked = askedLanguage(request)
  return asked ? languageCookie.serialize(asked, { secure: isHttps }) : null
}

function askedLanguage(request: Request): Language | null {
  const asked = new URL(request.url).searchParams.get(LANGUAGE_PARAM)
  return isLanguage(asked) ? asked : null
}

/** The best of the header's languages that we have, by weight and then by order: "pt-BR;q=0.8, de" is German. */
export function preferredLanguage(header: string): Language | null {
  const wishes = header.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.trim().split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    return { language: baseOf(tag), weight: weight === undefined ? 1 : Number.parseFloat(weight) }
  })
  const ours = wishes.filter((wish) => isLanguage(wish.language) && wish.weight > 0)
  const best = ours.sort((a, b) => b.weight - a.weight)[0]?.language
  return isLanguage(best) ? best : null
}

/** "pt-BR" → "pt"; Indonesian's former code "in" still comes from old systems. */
function baseOf(tag: string): string {
  const base = tag.toLowerCase().split('-')[0] ?? ''
  return base === 'in' ? 'id' : base
}
