/**
 * Judges the proxies before a web process by the requests that arrive. Strangers send odd headers, too: once a proxy
 * has passed something on correctly, it always does, and later requests are not judged.
 */

/** `about`: a header, or the setting that should name one. */
export type ProxyFault = { about: string; says: string }

/** What is passed on; each is judged on its own. */
export type Passed = 'host' | 'scheme' | 'address'

/** `none`: the request does not show it. */
export type ProxyVerdict = 'good' | 'none' | ProxyFault

export type ArrivedRequest = {
  host: string | null
  scheme: string | null
  /** From the trusted header. Null: it holds no address; `own`: an address of our own network. */
  address: { header: string; is: 'a visitor’s' | 'own' | null } | null
  /** Other headers in which proxies state addresses. */
  others: readonly string[]
}

export function judgeArrival(arrived: ArrivedRequest, ourHost: string): Record<Passed, ProxyVerdict> {
  return {
    host: judgeHost(arrived.host, ourHost),
    scheme: judgeScheme(arrived.scheme),
    address: judgeAddress(arrived),
  }
}

function judgeHost(host: string | null, ourHost: string): ProxyVerdict {
  if (host === ourHost) return 'good'
  return {
    about: 'Host',
    says: `Host is not that of PUBLIC_ORIGIN (${ourHost}): people come by another name, or the proxy puts its own in (nginx: proxy_set_header Host $host)`,
  }
}

function judgeScheme(stated: string | null): ProxyVerdict {
  const scheme = stated?.split(',')[0]?.trim().toLowerCase() ?? ''
  if (scheme === 'https') return 'good'
  if (scheme !== 'http') return 'none'
  return {
    about: 'X-Forwarded-Proto',
    says: 'X-Forwarded-Proto says http: browsers keep nobody logged in without TLS; send http:// on to https://, and where a proxy before this one ends TLS, pass on what that one says',
  }
}

function judgeAddress({ address, others }: ArrivedRequest): ProxyVerdict {
  if (address === null) {
    const known = others.length > 0 ? ` (this request has ${others.join(', ')})` : ''
    return {
      about: 'TRUSTED_IP_HEADER',
      says: `TRUSTED_IP_HEADER is not set, so tries are not counted by network: name the header in which the proxy states the visitor${known}`,
    }
  }
  const { header, is } = address
  if (is === null) {
    return {
      about: header,
      says: `${header} (TRUSTED_IP_HEADER) holds no address, so tries are not counted by network: let the proxy set it (nginx: proxy_set_header ${header} $remote_addr)`,
    }
  }
  if (is === 'a visitor’s') return 'good'
  return {
    about: header,
    says: `${header} (TRUSTED_IP_HEADER) holds an address of your own network, so all visitors count as one: a proxy before that one has the visitor’s; see TRUSTED_PROXY_HOPS`,
  }
}
