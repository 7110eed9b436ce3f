/** A proxy before the harbour's rippled that disturbs requests, as the sky says. */

import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { DELAY_MS, HTML, type Sky, type Weather } from './sky.ts'
import type { WeatherProxy } from './stellar-weather.ts'

type Request = { id?: number | string; command: string }
type Result = Record<string, unknown> & { transactions?: unknown[] }
type Reply = { id?: number | string; status?: string; result?: Result }
type Asked = { weather: Weather | null; question: string }

/** The proxy's own requests, with an id that no client uses. */
const OWN_ID = 'again'

export async function startXrplWeather(of: { url: string; sky: Sky }): Promise<WeatherProxy> {
  const { sky } = of
  let { url } = of
  /** Answers by request, repeated when the server lags. */
  const earlier = new Map<string, Result>()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })

  server.on('connection', (near) => {
    const far = new WebSocket(url)
    const isOpen = new Promise<void>((resolve) => far.once('open', () => resolve()))
    const asked = new Map<string, Asked>()
    const hangUp = () => {
      near.terminate()
      far.terminate()
    }
    for (const end of [near, far]) end.on('close', hangUp).on('error', hangUp)
    const say = (message: string) => {
      if (near.readyState === near.OPEN) near.send(message)
    }

    near.on('message', async (data) => {
      const request = JSON.parse(String(data)) as Request
      const { id, ...question } = request
      const weather = sky.strike('xrpl', request.command === 'submit' ? 'submission' : 'read')
      if (weather === 'drop_before') return hangUp()
      if (weather === 'delay') await delay(DELAY_MS)
      const told = weather === null ? null : insteadOf(weather, request)
      if (told !== null) return say(told)
      asked.set(String(id), { weather, question: JSON.stringify(question) })
      await isOpen
      if (far.readyState !== far.OPEN) return
      far.send(String(data))
      if (weather === 'submitted_twice') far.send(JSON.stringify({ ...question, id: OWN_ID }))
    })

    far.on('message', (data) => {
      const reply = JSON.parse(String(data)) as Reply
      if (reply.id === OWN_ID) return
      const known = asked.get(String(reply.id))
      if (reply.id === undefined || !known) {
        if (sky.strike('xrpl', 'stream') === null) say(String(data))
        return
      }
      asked.delete(String(reply.id))
      const { weather, question } = known
      const before = earlier.get(question)
      if (reply.status === 'success' && reply.result) earlier.set(question, reply.result)
      if (weather === 'drop_after') return hangUp()
      say(weather === null ? String(data) : spoiled(weather, { reply, before }))
    })
  })
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to) {
      url = to
      earlier.clear()
      for (const client of server.clients) client.terminate()
    },
    close() {
      for (const client of server.clients) client.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The answer without asking the ledger; null: the ledger is asked. */
function insteadOf(weather: Weather, request: Request): string | null {
  const refusal = (error: string) =>
    JSON.stringify({ id: request.id, status: 'error', type: 'response', error, error_message: error, request })
  switch (weather) {
    case 'too_many':
      return refusal('slowDown')
    case 'server_error':
      return refusal('notSynced')
    case 'too_busy':
      return refusal('tooBusy')
    case 'lied_taken':
      return JSON.stringify({
        id: request.id,
        status: 'success',
        type: 'response',
        result: { engine_result: 'tesSUCCESS' },
      })
    default:
      return null
  }
}

function spoiled(weather: Weather, { reply, before }: { reply: Reply; before: Result | undefined }): string {
  const said = JSON.stringify(reply)
  const withResult = (result: Result) => JSON.stringify({ ...reply, result })
  const { result } = reply
  const list = result?.transactions
  switch (weather) {
    case 'html':
      return HTML
    case 'empty':
      return ''
    case 'truncated':
      return said.slice(0, said.length / 2)
    case 'stale':
      return before && reply.status === 'success' ? withResult(before) : said
    case 'duplicate':
      return list ? withResult({ ...result, transactions: list.flatMap((one) => [one, one]) }) : said
    case 'reversed':
      return list ? withResult({ ...result, transactions: list.toReversed() }) : said
    case 'lied_refused':
      return withResult({ ...result, engine_result: 'temBAD_SIGNATURE' })
    default:
      return said
  }
}
