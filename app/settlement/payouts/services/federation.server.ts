/** Resolves names of Stellar wallets (`ann*lobstr.co`) by SEP-2: the domain's stellar.toml names the server. */
import { z } from 'zod'
import type { NamedWallet, WalletNames } from '#app/ports.ts'
import { NotReadable, type ReadText, readPublicText } from './public-https.server.ts'

/** For both requests together: a person waits. */
const PATIENCE_MS = 3_000
/** SEP-1 allows a stellar.toml of 100 KB; an answer has a few lines. */
const MAX_TOML_BYTES = 100 * 1024
const MAX_ANSWER_BYTES = 10 * 1024

const answer = z.object({
  account_id: z.string().regex(/^G[A-Z2-7]{55}$/),
  memo: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((memo) => (memo === null || memo === undefined || memo === '' ? null : String(memo))),
})

/** `isOn`: the setting FEDERATION. Off: no server is asked. */
export function openFederation({ isOn }: { isOn: boolean }, readText: ReadText = readPublicText): WalletNames {
  return {
    async resolve(name) {
      if (!isOn) return 'off'
      try {
        return await resolveName(name, readText)
      } catch (error) {
        // Wrong answers of other people's servers are expected.
        if (error instanceof NotReadable || error instanceof z.ZodError || error instanceof SyntaxError) return 'silent'
        throw error
      }
    },
  }
}

async function resolveName(name: string, readText: ReadText): Promise<NamedWallet | 'unknown' | 'silent'> {
  const domain = name.slice(name.lastIndexOf('*') + 1).toLowerCase()
  const toml = `https://${domain}/.well-known/stellar.toml`
  if (!URL.canParse(toml)) return 'unknown'
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const settings = await readText(new URL(toml), { signal, maxBytes: MAX_TOML_BYTES })
  const server = settings === null ? null : federationServer(settings)
  if (server === null) return 'unknown'
  server.searchParams.set('q', name)
  server.searchParams.set('type', 'name')
  const text = await readText(server, { signal, maxBytes: MAX_ANSWER_BYTES })
  if (text === null) return 'unknown'
  const { account_id: address, memo } = answer.parse(JSON.parse(text))
  return { address, memo }
}

/** Finds the one needed line of a stellar.toml, before the first table. Null: none. */
export function federationServer(toml: string): URL | null {
  const [head = ''] = toml.split(/^\s*\[/m)
  const [, address = ''] = /^\s*FEDERATION_SERVER\s*=\s*["']([^"'\s]+)["']/m.exec(head) ?? []
  return URL.canParse(address) ? new URL(address) : null
}
