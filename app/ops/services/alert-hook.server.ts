/** The operators' webhook, as specified by Standard Webhooks (github.com/standard-webhooks/standard-webhooks). */
import { createHmac } from 'node:crypto'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { type AlertHook, HookNotTaken } from '#app/ports.ts'

const PATIENCE_MS = 10_000

/** `key`: signs the posts; null: unsigned. `patienceMs`: a receiver that takes longer has not accepted the post. */
export function openAlertHook(
  { url, key }: { url: string; key: Uint8Array | null },
  patienceMs: number = PATIENCE_MS,
): AlertHook {
  return {
    async post({ id, at, body }) {
      const timestamp = Math.floor(at.getTime() / 1_000).toString()
      const signature = key && `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
      const response = await fetch(url, {
        method: 'POST',
        body,
        // Redirects are not followed: the content is for one reader, so the setting must name the final address.
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'quayside',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          ...(signature !== null && { 'webhook-signature': signature }),
        },
      }).catch((error: unknown) => {
        throw new HookNotTaken(`The webhook gave no answer (${causeOf(error)})`)
      })
      // Only the status counts: the body is not read, however long it is.
      await response.body?.cancel().catch(() => undefined)
      if (!response.ok) throw new HookNotTaken(`The webhook answered ${response.status}`)
      return response.status
    },
  }
}
