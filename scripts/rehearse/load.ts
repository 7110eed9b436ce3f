/** Load: visitors who read pages without pause, and slow forms. Counts the results of each. */
import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

/** The proxy's status codes when no web process answered. */
const LOST = new Set([502, 503, 504])

export type Count = { answered: number; lost: string[] }

const judge = (count: Count, what: string, outcome: number | Error) => {
  if (outcome instanceof Error) count.lost.push(`${what}: ${outcome.message}`)
  else if (LOST.has(outcome)) count.lost.push(`${what}: ${outcome}`)
  else count.answered += 1
}

/** Reads pages one after the other until `stop`. */
export function startReaders({ origin, readers }: { origin: string; readers: number }) {
  const count: Count = { answered: 0, lost: [] }
  const ending = new AbortController()
  const loops = Array.from({ length: readers }, async () => {
    while (!ending.signal.aborted) {
      judge(count, 'GET /login', await ask(origin).catch((error: Error) => error))
      await delay(10)
    }
  })
  return {
    count,
    async stop(): Promise<Count> {
      ending.abort()
      await Promise.all(loops)
      return count
    },
  }
}

async function ask(origin: string): Promise<number> {
  const response = await fetch(`${origin}/login`)
  await response.arrayBuffer()
  return response.status
}

/**
 * Sends the first half of each form now, and the rest when `finish` is called. Settles when all have begun. Their
 * password is wrong: the app's answer says so.
 */
export async function startSlowForms({ origin, forms }: { origin: string; forms: number }) {
  const count: Count = { answered: 0, lost: [] }
  const agent = new Agent({ keepAlive: false })
  const begun = await Promise.all(Array.from({ length: forms }, (_, place) => beginForm({ origin, agent, place })))
  return {
    async finish(): Promise<Count> {
      await Promise.all(begun.map(async ({ finish }) => judge(count, 'POST /login', await finish())))
      return count
    },
  }
}

type Form = { finish: () => Promise<number | Error> }

function beginForm({ origin, agent, place }: { origin: string; agent: Agent; place: number }): Promise<Form> {
  const body = Buffer.from(`email=slow.${place}%40trade.example&password=${'not this one '.repeat(40)}`)
  const half = body.length >> 1
  const posted = request(`${origin}/login`, {
    method: 'POST',
    agent,
    headers: {
      Origin: origin,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body.length,
    },
  })
  const outcome = new Promise<number | Error>((resolve) => {
    posted.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', resolve)
    })
    posted.once('error', resolve)
  })
  return new Promise((resolve) => {
    posted.write(body.subarray(0, half), () =>
      resolve({
        finish() {
          posted.end(body.subarray(half))
          return outcome
        },
      }),
    )
  })
}
