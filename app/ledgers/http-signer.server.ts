/** The signer behind SIGNER_URL: one POST for each signature. Request and answer: docs/operating.md. */
import { z } from 'zod'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { SignerUnavailable } from './ledger.ts'
import type { Signer, SigningOrder } from './signer.ts'

/** Shorter than the lease under which payouts are signed: a later signature would not be stored. */
const LIMIT_MS = 5_000
const MOST_CHARACTERS = 10_000

const signedAnswer = z.object({ signature: z.string().regex(/^(?:[0-9a-fA-F]{2}){1,200}$/) })

export function openHttpSigner({
  url,
  token,
  limitMs = LIMIT_MS,
}: {
  url: string
  token: string
  limitMs?: number
}): Signer {
  return {
    async sign(order) {
      const { status, text } = await ask(order)
      // The text of a refusal is not logged: it may contain anything.
      if (status !== 200) throw new SignerUnavailable(order.network, `the signer refuses: HTTP ${status}`)
      const answer = signedAnswer.safeParse(parseJson(text))
      if (!answer.success) throw new SignerUnavailable(order.network, 'the signer’s answer holds no signature')
      return answer.data.signature
    },
  }

  async function ask(order: SigningOrder): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(order),
        // A redirect would send the token to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      })
      return { status: response.status, text: (await response.text()).slice(0, MOST_CHARACTERS) }
    } catch (cause) {
      throw new SignerUnavailable(order.network, `the signer gave no answer: ${causeOf(cause)}`)
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
