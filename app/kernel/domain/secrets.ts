/** Removes what no log may hold: an error may quote what somebody typed, or a server's address with its password. */

const REMOVED = '[removed]'
/** The start of a word, in the text of a JSON string, too, where a line break is a backslash and a letter. */
const BEGIN = String.raw`(?:(?<!\w)|(?<=\\[bfnrt]))`

const SECRETS: readonly [found: RegExp, instead: string][] = [
  // Email addresses, and the user name and password before a server's name.
  [/(?<!\\)[\w.+%-]{1,64}(?::[^\s"@/\\]{1,200})?@[\w-]+(?:\.[\w-]+)*/g, REMOVED],
  // Seeds of Stellar and of the XRP Ledger.
  [new RegExp(String.raw`${BEGIN}S[A-Z2-7]{55}\b`, 'g'), REMOVED],
  [new RegExp(String.raw`${BEGIN}s(?=\w*\d)[1-9A-HJ-NP-Za-km-z]{27,30}\b`, 'g'), REMOVED],
  // Escrow IDs: whoever has one may confirm as the seller while no seller is bound.
  [new RegExp(`${BEGIN}(auto|esc)([_-])[0-9a-z-]{18,}`, 'gi'), `$1$2${REMOVED}`],
  // Links in emails, cookies, signed addresses of files, and the keys of services.
  [/((?:token|password|secret|sid|signature|credential)=)[^\s"&;\\]+/gi, `$1${REMOVED}`],
  [/bearer [\w.~+/-]+=*/gi, `Bearer ${REMOVED}`],
  [new RegExp(String.raw`${BEGIN}re_\w{8,}`, 'g'), REMOVED],
]

/** Returns the text without secrets. JSON stays JSON. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, [found, instead]) => rest.replace(found, instead), text)
}

/** Pages whose path contains an escrow's ID, in whatever spelling. */
const BY_ESCROW = /^(\/(?:statements|contracts)\/)[^/]+?(?=(?:\.pdf|\.data)*$|\/)/

/** Returns a request's path for a log: without its query, and without what opens an escrow. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?')
  return withoutSecrets(path.replace(BY_ESCROW, `$1${REMOVED}`))
}
