/** Measures the time from a cause to its alert: on /health, by email and by webhook. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import type { AlertKind } from '#app/ops/domain/alert-cause.ts'
import type { Ground } from '../ground.ts'

const LOOK_MS = 250
const LIMIT_MS = 180_000

const health = z.object({ troubles: z.array(z.object({ kind: z.string() })).default([]) })

type Ways = { health: number | null; email: number | null; webhook: number | null }

/**
 * Causes an alert of this kind and waits until every way has reported it. Returns the seconds of each; throws when one
 * takes longer than three minutes. `cause` settles when the cause is there.
 */
export async function timeTelling(
  ground: Ground,
  { kind, cause }: { kind: AlertKind; cause: () => Promise<unknown> },
): Promise<string> {
  const client = new Client({ connectionString: ground.databaseUrl })
  await client.connect()
  try {
    const before = ground.receiver.received().length
    const known = await lettersAbout(client, kind)
    await cause()
    const began = Date.now()
    const seconds = () => (Date.now() - began) / 1000
    const ways: Ways = { health: null, email: null, webhook: null }
    while (Object.values(ways).includes(null)) {
      if (Date.now() > began + LIMIT_MS) throw new Error(`${kind} was not told by ${missing(ways)} within 3 minutes`)
      if (ways.health === null && (await isOnHealth(ground, kind))) ways.health = seconds()
      if (ways.email === null && (await isInInbox(ground, await lettersAbout(client, kind), known)))
        ways.email = seconds()
      if (ways.webhook === null && isPosted(ground, kind, before)) ways.webhook = seconds()
      await delay(LOOK_MS)
    }
    return Object.entries(ways)
      .map(([way, took]) => `${way} ${took?.toFixed(1)} s`)
      .join(', ')
  } finally {
    await client.end()
  }
}

function missing(ways: Ways): string {
  return Object.entries(ways)
    .flatMap(([way, took]) => (took === null ? [way] : []))
    .join(', ')
}

async function isOnHealth({ healthPorts }: Ground, kind: AlertKind): Promise<boolean> {
  const answers = await Promise.all(
    healthPorts.map(async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) })
      return health.parse(await response.json()).troubles
    }),
  )
  return answers.flat().some((trouble) => trouble.kind === kind)
}

/** Ids of the emails to operators about the begin of such an alert. */
async function lettersAbout(client: Client, kind: AlertKind): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select "id"::text as "id" from outbox_letter
     where content->>'letter' = 'operator_alert' and content->'began' @> jsonb_build_array(jsonb_build_object('kind', $1::text))`,
    [kind],
  )
  return rows.map(({ id }) => id)
}

async function isInInbox({ harbour }: Ground, letters: string[], known: string[]): Promise<boolean> {
  const fresh = letters.filter((id) => !known.includes(id))
  return harbour.post.mails().some(({ idempotencyKey }) => idempotencyKey !== null && fresh.includes(idempotencyKey))
}

function isPosted({ receiver }: Ground, kind: AlertKind, before: number): boolean {
  return receiver
    .received()
    .slice(before)
    .some(({ text }) => text.includes(`"kind":"${kind}"`))
}
