/** DNS records of the domain that emails come from: without them emails end in spam, or nowhere. */
import { Resolver } from 'node:dns/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import type { Check } from './look.ts'

/** Returns the TXT records of a name; rejects with the codes of node:dns. */
export type AskTexts = (name: string) => Promise<string[][]>

/** Reserved example names (RFC 2606). */
const EXAMPLE = /(?:^|\.)(?:example|invalid|localhost|test|example\.(?:com|net|org))$/
const NONE = ['ENOTFOUND', 'ENODATA']

/** Returns the domain of "Name <mailbox@domain>" or of a bare mailbox; '' if there is none. */
export function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? ''
}

export function checkMailDomain(of: { from: string; isReal: boolean }): Check {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return { about: 'MAIL_FROM', find: () => findMailDomain(of, (name) => resolver.resolveTxt(name)) }
}

/** Resend's records: SPF at `send.`, DKIM at `resend._domainkey.`; DMARC at the domain itself or the one above. */
export async function findMailDomain(
  { from, isReal }: { from: string; isReal: boolean },
  ask: AskTexts,
): Promise<Finding[]> {
  const { ok, mend, note } = findingsAbout('MAIL_FROM')
  const domain = domainOf(from)
  if (domain === '') return [mend(`“${from}” has no mailbox in it.`)]
  if (EXAMPLE.test(domain)) return [(isReal ? mend : note)(`${domain} is nobody’s domain: no letter of it arrives.`)]
  const above = domain.split('.').slice(1).join('.')
  try {
    const [spf, dkim, own, parent] = await Promise.all([
      textsOf(ask, `send.${domain}`),
      textsOf(ask, `resend._domainkey.${domain}`),
      textsOf(ask, `_dmarc.${domain}`),
      above.includes('.') ? textsOf(ask, `_dmarc.${above}`) : [],
    ])
    const say = (isThere: boolean, what: string, name: string) =>
      isThere ? ok(`${what} is there.`) : mend(`${what} is missing: set the record at ${name}.`)
    return [
      say(
        spf.some((text) => /^v=spf1\b.*\bamazonses\.com\b/i.test(text)),
        'SPF',
        `send.${domain}, as the mail service names it`,
      ),
      say(
        dkim.some((text) => /\bp=[\w+/]/.test(text)),
        'DKIM',
        `resend._domainkey.${domain}, as the mail service names it`,
      ),
      say(
        [...own, ...parent].some((text) => /^v=DMARC1\b/i.test(text)),
        'DMARC',
        `_dmarc.${domain}, such as "v=DMARC1; p=quarantine"`,
      ),
    ]
  } catch (error) {
    return [note(`DNS could not be asked of ${domain}: ${causeOf(error)}.`)]
  }
}

async function textsOf(ask: AskTexts, name: string): Promise<string[]> {
  try {
    return (await ask(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NONE.includes(String(error.code))) return []
    throw error
  }
}
