/** What a line of the log contains, and what it never contains. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLog } from './log.server.ts'
import { withLogContext } from './log-context.server.ts'

function stage() {
  const written: string[] = []
  const log = openLog({ level: 'debug', process: 'worker' }, { write: (line) => void written.push(line) })
  return { log, written, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a line says of which request and job it is, through everything that is awaited', async () => {
  const { log, lines } = stage()
  const work = async (requestId: string) => {
    await pause(1)
    log.info({ payout: 'p' }, 'transfer sent')
    return requestId
  }
  await Promise.all(['one', 'two'].map((requestId) => withLogContext({ requestId }, () => work(requestId))))
  log.warn({}, 'of nobody')
  expect(lines()).toMatchObject([
    { level: 30, process: 'worker', requestId: 'one', payout: 'p', msg: 'transfer sent' },
    { level: 30, requestId: 'two' },
    { level: 40 },
  ])
  expect(lines()[2]).not.toHaveProperty('requestId')
})

test('what a line says itself goes before what is said of all', () => {
  const { log, lines } = stage()
  withLogContext({ network: 'stellar' }, () => log.info({ network: 'xrpl' }, 'both'))
  expect(lines()).toMatchObject([{ network: 'xrpl' }])
})

test('an error is its cause in one line and the places it came through, and nothing that hangs on it', () => {
  const { log, lines, written } = stage()
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:3101'), { code: 'ECONNREFUSED' })
  const error = Object.assign(new Error('Horizon gave\nno answer', { cause }), { form: { fullName: 'Ann Lee' } })
  log.error({ err: error, path: '/submit' }, 'page request failed')
  expect(lines()).toEqual([
    {
      level: 50,
      time: expect.any(Number),
      process: 'worker',
      path: '/submit',
      cause: 'Horizon gave no answer: connection refused (connect ECONNREFUSED 127.0.0.1:3101)',
      stack: expect.stringMatching(/^at .*log\.test\.ts/),
      msg: 'page request failed',
    },
  ])
  expect(written[0]).not.toContain('Ann Lee')
  expect(written[0]?.trimEnd()).not.toContain('\n')
})

test('secrets are removed from facts by their names, and from words by their looks', () => {
  const { log, written } = stage()
  const seed = `S${'A2'.repeat(27)}B`
  log.info({ form: { password: 'correct horse', seed: 'six words' }, email: 'ann@example.com' }, 'a form')
  log.error({ err: new Error(`Invalid: bob@example.com, ${seed}, /confirm-email?token=Zm9v`) }, 'failed')
  for (const secret of ['correct horse', 'six words', 'ann@', 'bob@', seed, 'Zm9v']) {
    expect(written.join('')).not.toContain(secret)
  }
})
