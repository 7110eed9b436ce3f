/** The operator's switch for payouts: on its page, twice, from two tabs, by the wrong people, and by the command. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '#app/kernel/domain/assets.ts'
import { resumePayouts, stopPayouts } from '#app/settlement/payouts/workflows/operator/stop-payouts.server.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { granted, seller, unpaidBuyer } from '#tests/support/world/people.ts'
import { aDueEscrow, releaseOf } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { CommandRefused, payoutsCommand } from '#worker/payouts-command.ts'

let world: World
let desk: AdminPanelOf
let page: typeof import('#app/admin/routes/payouts/route.tsx')
let olga: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  page = await import('#app/admin/routes/payouts/route.tsx')
  olga = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

afterEach(async () => {
  await world.deps.db.payoutStop.updateMany({
    where: { endedAt: null },
    data: { endedAt: new Date(), endReason: 'the test is over' },
  })
})

const open = () => world.deps.db.payoutStop.findMany({ where: { endedAt: null }, orderBy: { network: 'asc' } })
const eventsOf = (kind: string) => world.deps.db.auditEvent.findMany({ where: { kind, userId: olga.id } })
const shown = async () => page.loader(await desk.ask({ person: olga }))

async function send(fields: Record<string, string>, person: typeof olga | null = olga) {
  return page.action(await desk.ask({ person }, fields))
}

const wish = (network: Network, reason = 'The wallet looks strange.') => ({
  form: `stop-${network}`,
  intent: 'stop',
  network,
  reason,
})

function leadsTo(answer: unknown): string | null {
  return answer instanceof Response ? answer.headers.get('Location') : null
}

const stopRow = (network: Network, cause: 'books' | 'unexplained') =>
  world.deps.db.payoutStop.create({ data: { network, cause, reason: '12 XLM are missing.' } })

describe('the switch', () => {
  it('asks once more, and stops at once when that was answered, with who, when and why', async () => {
    const asked = await send(wish('xrpl'))
    expect(asked).toMatchObject({ data: { asked: { typed: { intent: 'stop', reason: 'The wallet looks strange.' } } } })
    expect(await open()).toEqual([])

    expect(leadsTo(await send({ ...wish('xrpl'), sure: 'yes' }))).toBe('/admin-panel/payouts?done=stopped')
    const [stop] = await open()
    expect(stop).toMatchObject({ network: 'xrpl', cause: 'switch', beganById: olga.id })
    const ledger = (await shown()).ledgers.find(({ network }) => network === 'xrpl')
    expect(ledger?.stops).toMatchObject([{ by: 'An operator', reason: 'The wallet looks strange.', mayEnd: true }])
    expect((await eventsOf('payouts_stopped')).at(-1)?.detail).toEqual({
      network: 'xrpl',
      reason: 'The wallet looks strange.',
    })
    expect((await desk.overview.loader(await desk.ask({ person: olga }))).stopped).toEqual(['xrpl'])
  })

  it('without a reason is refused beside its field, with what was typed', async () => {
    for (const sure of ['', 'yes']) {
      const answer = await send({ ...wish('stellar', '  '), sure })
      expect(refusalOf(answer)).toBe('stop_reason_required')
      expect(answer).toMatchObject({ init: { status: 400 }, data: { typed: { form: 'stop-stellar' } } })
    }
    expect(await open()).toEqual([])
  })

  it('clicked twice, or in two tabs at once, makes one stop, which keeps its first reason', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((reason) => send({ ...wish('xrpl', reason), sure: 'yes' })),
    )
    expect(answers.map(leadsTo).toSorted()).toEqual([
      '/admin-panel/payouts?done=already',
      '/admin-panel/payouts?done=already',
      '/admin-panel/payouts?done=stopped',
    ])
    expect(await open()).toHaveLength(1)
  })

  it('stops both ledgers in one step, and leaves a ledger that is stopped already as it is', async () => {
    await send({ ...wish('xrpl', 'first'), sure: 'yes' })
    const both = await stopPayouts(world.deps, { networks: ['xrpl', 'stellar'], operatorId: olga.id, reason: 'all' })
    expect(granted(both).networks).toEqual(['stellar'])
    expect((await open()).map(({ network, reason }) => [network, reason])).toEqual([
      ['stellar', 'all'],
      ['xrpl', 'first'],
    ])
  })

  it('goes on with a reason, and never ends a stop that began since the page was read', async () => {
    await send({ ...wish('xrpl', 'first'), sure: 'yes' })
    const [first] = await open()
    const go = { form: 'go', intent: 'go', network: 'xrpl', stop: first?.id ?? '', sure: 'yes' }
    expect(refusalOf(await send({ ...go, reason: '' }))).toBe('resume_reason_required')
    expect(leadsTo(await send({ ...go, reason: 'all is well' }))).toBe('/admin-panel/payouts?done=resumed')
    expect(await open()).toEqual([])
    await send({ ...wish('xrpl', 'second'), sure: 'yes' })
    expect(leadsTo(await send({ ...go, reason: 'all is well' }))).toBe('/admin-panel/payouts?done=already')
    expect((await open()).map(({ reason }) => reason)).toEqual(['second'])
    const past = (await shown()).past.find(({ id }) => id === first?.id)
    expect(past?.ended).toMatchObject({ by: 'An operator', reason: 'all is well' })
    expect((await eventsOf('payouts_resumed')).at(-1)?.detail).toMatchObject({ stoppedFor: 'first' })
  })

  it('ends a stop of the books with a reason, and none of unexplained transactions', async () => {
    const books = await stopRow('stellar', 'books')
    const unexplained = await stopRow('stellar', 'unexplained')
    const [ledger] = (await shown()).ledgers
    expect(ledger?.stops.map(({ cause, mayEnd, by }) => [cause, mayEnd, by])).toEqual([
      ['books', true, null],
      ['unexplained', false, null],
    ])
    const end = (stopIds: string[]) =>
      resumePayouts(world.deps, { stopIds, operatorId: olga.id, reason: 'A fee was booked twice.' })
    expect(await end([books.id, unexplained.id])).toMatchObject({ refused: 'stop_ends_by_itself' })
    expect(granted(await end([books.id, 'no id'])).networks).toEqual(['stellar'])
    expect((await open()).map(({ id }) => id)).toEqual([unexplained.id])
  })

  it('is for operators alone, on forms of our own pages', async () => {
    for (const person of [null, await unpaidBuyer(world), await seller(world)]) {
      expect((await thrownBy(page.loader(await desk.ask({ person })))).status).toBe(403)
      const args = await desk.ask({ person }, { ...wish('xrpl'), sure: 'yes' })
      expect((await thrownBy(page.action(args))).status).toBe(403)
    }
    const headers = { Origin: 'https://evil.example' }
    const foreign = await desk.ask({ person: olga, headers }, { ...wish('xrpl'), sure: 'yes' })
    expect((await thrownBy(page.action(foreign))).status).toBe(403)
    expect(await open()).toEqual([])
  })

  it('tells queued payouts at once that they are stopped, and that it is their turn again', async () => {
    const { db } = world.deps
    const { id } = await payOut(db, releaseOf((await aDueEscrow(db)).id))
    const checked = await payOut(db, { ...releaseOf((await aDueEscrow(db)).id), waitsFor: 'second_operator' })
    const waitsFor = async () =>
      (await db.transfer.findMany({ where: { id: { in: [id, checked.id] } }, orderBy: { id: 'asc' } })).map(
        (row) => row.waitsFor,
      )
    await send({ ...wish('xrpl'), sure: 'yes' })
    expect(await waitsFor()).toEqual([null, 'second_operator'])
    await send({ ...wish('stellar'), sure: 'yes' })
    expect(await waitsFor()).toEqual(['stopped', 'second_operator'])
    const [stop] = await open()
    granted(await resumePayouts(world.deps, { stopIds: [stop?.id ?? ''], operatorId: olga.id, reason: 'well' }))
    expect(await waitsFor()).toEqual(['turn', 'second_operator'])
  })
})

describe('the command', () => {
  const run = (...args: string[]) => payoutsCommand(world.deps, args)
  const as = () => ['--as', olga.email.toUpperCase()]

  it('stops, says how things stand, and lets them go on', async () => {
    expect(await run('status')).toBe('Stellar: payouts go out.\nXRP Ledger: payouts go out.')
    const said = await run('stop', '--network', 'xrpl', '--reason', 'The web is down.', ...as())
    expect(said).toMatch(
      /^Stopped: XRP Ledger\.\nStellar: payouts go out\.\nXRP Ledger: stopped since .* by An operator/,
    )
    expect(said).toContain('(switch): The web is down.')
    expect(await run('stop', '--network', 'all', '--reason', 'both', ...as())).toMatch(/^Stopped: Stellar\./)
    expect(await run('go', '--network', 'all', '--reason', 'mended', ...as())).toMatch(/^Ended stops on: Stellar, XRP/)
    expect(await open()).toEqual([])
    expect(await run('go', '--network', 'all', '--reason', 'mended', ...as())).toMatch(/^Nothing changed/)
  })

  it.each([
    ['nothing', []],
    ['no ledger', ['stop', '--reason', 'x']],
    ['another ledger', ['stop', '--network', 'bitcoin', '--reason', 'x']],
    ['no reason', ['stop', '--network', 'all']],
    ['a stranger', ['stop', '--network', 'all', '--reason', 'x', '--as', 'nobody@example.org']],
    ['an unknown option', ['stop', '--force']],
  ])('does nothing with %s', async (_, args) => {
    await expect(run(...args)).rejects.toThrow(CommandRefused)
    expect(await open()).toEqual([])
  })
})
