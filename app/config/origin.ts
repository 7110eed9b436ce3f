/** The address that people type: links in emails, cookies and the check for cross-site forms are built from it. */
import { z } from 'zod'

const EXAMPLE = 'such as https://quayside.example'

export const publicOrigin = z
  .string({ error: `is not set; it must be the address that people type, ${EXAMPLE}` })
  .transform((value, context) => {
    const complain = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const url = URL.canParse(value) ? new URL(value) : null
    if (url === null || !/^https?:$/.test(url.protocol)) {
      return complain(`must be the address that people type, ${EXAMPLE}: it begins with https:// or http://`)
    }
    if (url.username !== '' || url.password !== '') return complain(`must not hold a name or a password, ${EXAMPLE}`)
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
      return complain(`must end after the host and its port, ${EXAMPLE}: Quayside needs a host of its own, not a path`)
    }
    return url
  })

/** Over plain HTTP anybody on the way can read cookies and take money. On the machine itself there is no way. */
export function refuseOpenOrigin(settings: { NODE_ENV: string; PUBLIC_ORIGIN: URL }): string[] {
  const { NODE_ENV, PUBLIC_ORIGIN: url } = settings
  if (NODE_ENV !== 'production' || url.protocol === 'https:' || isThisMachine(url.hostname)) return []
  return [
    `PUBLIC_ORIGIN: must begin with https:// in production; http:// is for 127.0.0.1 and localhost. Let your proxy speak https and set https://${url.host}`,
  ]
}

export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}
