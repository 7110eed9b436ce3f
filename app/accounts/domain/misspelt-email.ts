/** Obvious slips in a domain: `gmial.com`, `gmail.con`. Only asked about: the address may be real (decision 109). */

/** Long enough that one wrong key makes no other name. Real look-alikes begin differently: ymail.com, mail.com. */
const GREAT = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'protonmail.com',
  'rediffmail.com',
  'foxmail.com',
  'yandex.com',
  'yandex.ru',
  'rambler.ru',
  'hotmail.co.uk',
  'yahoo.co.uk',
  'yahoo.co.in',
  'yahoo.co.id',
  'hotmail.fr',
  'orange.fr',
  'laposte.net',
  't-online.de',
  'libero.it',
  'interia.pl',
]
/** Too short for that: only an ending that does not exist is a slip. */
const OTHERS = [
  'live.com',
  'msn.com',
  'aol.com',
  'me.com',
  'mac.com',
  'ymail.com',
  'mail.com',
  'gmx.com',
  'zoho.com',
  'qq.com',
  '163.com',
  '126.com',
]

/** Endings that do not exist (2026). */
const NO_ENDINGS = ['con', 'cmo', 'ocm', 'vom', 'xom', 'cim', 'cpm', 'comm', 'coom', 'ccom', 'c0m']
/** The added endings exist (Colombia, Cameroon, Oman), but after a large provider's name they are a slip. */
const SLIPS_OF_GREAT = [...NO_ENDINGS, 'co', 'cm', 'om']

/** The address that was probably meant; null: no slip found. `email`: normalized. */
export function meantBy(email: string): string | null {
  const at = email.lastIndexOf('@')
  const meant = meantDomain(email.slice(at + 1))
  return at < 1 || meant === null ? null : `${email.slice(0, at)}@${meant}`
}

function meantDomain(domain: string): string | null {
  if ([...GREAT, ...OTHERS].includes(domain)) return null
  const [name, ending] = parted(domain)
  const asCom = `${name}.com`
  if (GREAT.includes(asCom) && SLIPS_OF_GREAT.includes(ending)) return asCom
  if (OTHERS.includes(asCom) && NO_ENDINGS.includes(ending)) return asCom
  return (
    GREAT.find((known) => {
      const [knownName, knownEnding] = parted(known)
      return ending === knownEnding && name[0] === knownName[0] && isOneSlip(name, knownName)
    }) ?? null
  )
}

function parted(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** One character too many, too few, replaced, or two swapped (Damerau and Levenshtein). */
function isOneSlip(typed: string, meant: string): boolean {
  if (typed === meant || Math.abs(typed.length - meant.length) > 1) return false
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const [left, right] = [typed.slice(same), meant.slice(same)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1) || isSwapped
}

/**
 * The address that a sent form means: as typed, or as chosen when it was asked about. Null: it has to be asked. Both
 * normalized; `chosen` is valid for this text only.
 */
export function settledEmail(typed: string, chosen: string): string | null {
  const meant = meantBy(typed)
  if (meant === null) return typed
  return chosen === meant || chosen === typed ? chosen : null
}
