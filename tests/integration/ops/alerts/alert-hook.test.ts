/** Alerts by email go to the operators' webhook as well: once, signed, retried when not taken, and not for ever. */
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { openAlertHook } from '#app/ops/services/alert-hook.server.ts'
import { postAlert, postDue } from '#app/ops/workflows/alerts/post-alert.server.ts'
import { watchMachine } from '#app/ops/workflows/alerts/watch-machine.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { check } from '#scripts/doctor/look.ts'
import { checksOfServices } from '#scripts/doctor/services.ts'
import { onlyAt } from '#tests/support/runner/own-requests.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const KEY = Buffer.from('a key of the tests, of 24 bytes and more')

let world: World
let deps: Deps
let server: Server
let url: string
let answers: number[]
let location: string | undefined
let got: { path: string; headers: IncomingHttpHeaders; body: string }[]
let now = new Date('2026-11-18T12:00:00Z')
const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

beforeAll(async () => {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    got.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    response.writeHead(answers.shift() ?? 204, location ? { location } : {}).end()
  }
  server = createServer(onlyAt(['/hook'], take)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  world = await openWorld()
  deps = { ...world.deps, clock: { now: () => now }, alertHook: openAlertHook({ url, key: KEY }) }
  await aUser(deps.db, { role: 'admin' })
})
beforeEach(async () => {
  got = []
  answers = []
  location = undefined
  passMinutes(120)
  await deps.db.$executeRaw`delete from "operator_alert"`
  await deps.db.$executeRaw`delete from "alert_post"`
})
afterAll(async () => {
  server.close()
  await world[Symbol.asyncDispose]()
})

/** No worker was ever seen, which the first check reports. */
async function tell(): Promise<string> {
  await watchMachine(deps)
  const [post] = await deps.db.alertPost.findMany()
  return post?.id ?? ''
}

test('what is told is posted once, in words and for programs, with a signature that can be checked', async () => {
  const postId = await tell()
  expect(
    await deps.db.$queryRaw`select 1 from graphile_worker.jobs where "key" = ${`post_alert:${postId}`}`,
  ).toHaveLength(1)
  expect(await postAlert(deps, { postId })).toBeNull()
  expect(await postAlert(deps, { postId })).toBeNull()
  await postDue(deps)
  expect(got).toHaveLength(1)
  const [{ path, headers, body } = { path: '', headers: {} as IncomingHttpHeaders, body: '{}' }] = got
  expect(path).toBe('/hook')
  expect(JSON.parse(body)).toMatchObject({
    type: 'alert',
    timestamp: now.toISOString(),
    data: {
      origin: 'http://127.0.0.1:3000',
      began: [
        {
          kind: 'worker_silent',
          urgency: 'soon',
          facts: {},
          sentence: 'No worker runs: payouts and payments wait.',
          link: 'http://127.0.0.1:3000/admin-panel',
        },
      ],
      still: [],
      over: [],
      passed: [],
    },
  })
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': postId })
  expect(headers['webhook-timestamp']).toBe(`${Math.floor(now.getTime() / 1000)}`)
  const signed = `${postId}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`)
})

test('what was not taken is posted again, ever more seldom, under the same id; after a day it is given up, and told', async () => {
  answers = [500, 429]
  const postId = await tell()
  const next = await postAlert(deps, { postId })
  expect(next && next.getTime() - now.getTime()).toBe(5_000)
  // Not before its time, whoever asks.
  await postDue(deps)
  expect(got).toHaveLength(1)
  passMinutes(1)
  const later = await postAlert(deps, { postId })
  expect(later && later.getTime() - now.getTime()).toBe(10_000)
  passMinutes(1)
  expect(await postAlert(deps, { postId })).toBeNull()
  expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([postId, postId, postId])
  expect(await deps.db.alertPost.findFirst()).toMatchObject({
    attempts: 3,
    sentAt: now,
    lastError: 'HookNotTaken: The webhook answered 429',
  })

  const given = randomUUID()
  await deps.db.alertPost.create({ data: { id: given, body: '{}', createdAt: now, nextTryAt: now } })
  answers = [503]
  passMinutes(24 * 60)
  expect(await postAlert(deps, { postId: given })).toBeNull()
  expect(await deps.db.alertPost.findUnique({ where: { id: given } })).toMatchObject({ givenUpAt: now, sentAt: null })
  await postDue(deps)
  expect(got).toHaveLength(4)
  await watchMachine(deps)
  passMinutes(2)
  await watchMachine(deps)
  expect(await deps.db.operatorAlert.count({ where: { kind: 'webhook_given_up', toldAt: { not: null } } })).toBe(1)
})

test('two that post at once post once', async () => {
  const postId = await tell()
  await Promise.all([postAlert(deps, { postId }), postAlert(deps, { postId }), postDue(deps)])
  // Whoever still polls an earlier server on this port is not counted.
  expect((await fetch(new URL('/ledgers', url))).status).toBe(404)
  expect(got).toHaveLength(1)
})

test('a redirect is no answer and is not followed; without a secret nothing is signed; silence ends', async () => {
  const message = { id: randomUUID(), at: now, body: '{"type":"test"}' }
  answers = [307]
  location = `${url}/elsewhere`
  await expect(openAlertHook({ url, key: null }).post(message)).rejects.toThrow('The webhook answered 307')
  expect(got.map(({ path, headers }) => [path, headers['webhook-signature']])).toEqual([['/hook', undefined]])
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const deaf = openAlertHook({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, key: null }, 50)
  await expect(deaf.post(message)).rejects.toThrow(/^The webhook gave no answer/)
  silent.closeAllConnections()
  silent.close()
})

test('the doctor posts a test, and says what came back', async () => {
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: tmpdir(),
    ...world.settings,
    ALERT_WEBHOOK_URL: url,
  })
  const looks = checksOfServices(config, { sendMailTo: null }).filter(({ about }) => about === 'webhook')
  const says = async () => (await check(looks)).map(({ verdict, says }) => `${verdict} ${says}`)
  answers = [202, 401]
  expect(await says()).toEqual([
    expect.stringMatching(/^ok It took a message of type test, and answered 202\./),
    expect.stringMatching(/^note Nothing is signed/),
  ])
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'test', data: { origin: 'http://127.0.0.1:3000' } })
  expect(await says()).toEqual([expect.stringMatching(/^mend It cannot be asked: .*The webhook answered 401/)])
})
