/** Every route of the Admin Panel in app/routes.ts: a page that is added later is covered here at once. */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { type AdminPanelOf, openDesk, operator, thrownBy } from '#tests/support/settlement/admin.ts'
import { type Person, paidBuyer, pilotBuyer, seller, unpaidBuyer } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

type Door = (args: Awaited<ReturnType<AdminPanelOf['ask']>>) => Promise<unknown>
type DeskRoute = { file: string; path: string; loader?: Door; action?: Door }

const flat = (entry: RouteConfigEntry, above = ''): { file: string; path: string }[] => {
  const path = [above, entry.path ?? ''].filter((part) => part !== '').join('/')
  return [{ file: entry.file, path }, ...(entry.children ?? []).flatMap((child) => flat(child, path))]
}
const DESK = (await Promise.resolve(routes))
  .flatMap((entry) => flat(entry))
  .filter(({ file }) => /^admin\/routes\//.test(file))

let world: World
let desk: AdminPanelOf
let all: DeskRoute[]
let others: (Person | null)[]

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  all = await Promise.all(
    DESK.map(async (at): Promise<DeskRoute> => {
      const { loader, action } = (await import(/* @vite-ignore */ resolve('app', at.file))) as Omit<
        DeskRoute,
        'file' | 'path'
      >
      return { ...at, ...(loader && { loader }), ...(action && { action }) }
    }),
  )
  others = [null, await unpaidBuyer(world), await paidBuyer(world), await pilotBuyer(world), await seller(world)]
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** A path that fits this page, and fields that its form might send. */
const pathOf = ({ path }: DeskRoute) => `/${path.replaceAll(/:\w+/g, '0')}`
const SENT = { intent: 'x', act: 'false_match', outcome: 'x', reason: 'x', sure: 'yes' }

test('all of them lie below /admin-panel, and nothing else does', async () => {
  expect(DESK.length).toBeGreaterThan(20)
  const below = (await Promise.resolve(routes))
    .flatMap((entry) => flat(entry))
    .filter(({ path }) => path.split('/')[0] === 'admin-panel')
  expect(below.map(({ file }) => file).toSorted()).toEqual(DESK.map(({ file }) => file).toSorted())
})

test('no file of the desk answers anything without standing in app/routes.ts', () => {
  const answering = readdirSync('app/admin/routes', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|\/)route\.tsx$/.test(file),
  )
  expect(answering.filter((file) => !DESK.some((known) => known.file === `admin/routes/${file}`))).toEqual([])
})

describe('each of them', () => {
  test('reads nothing out to anybody but an operator', async () => {
    const open: string[] = []
    for (const route of all) {
      expect(route.loader, `${route.path} has no loader that asks who is there`).toBeDefined()
      for (const person of others) {
        const asked = await desk.ask({ person, path: pathOf(route), params: {} })
        const status = await thrownBy(route.loader?.(asked) ?? Promise.resolve()).then(
          (thrown) => thrown.status,
          () => 'a page',
        )
        if (status !== 403) open.push(`${route.path} answers ${status}`)
      }
    }
    expect(open).toEqual([])
  })

  test('does nothing for anybody but an operator, and nothing that another site sends', async () => {
    const olga = await operator(world)
    const before = await world.deps.db.auditEvent.count()
    const open: string[] = []
    for (const route of all) {
      const { action } = route
      if (action === undefined) continue
      const sent = [
        ...others.map((person) => ({ person, headers: { Origin: ORIGIN } })),
        { person: olga, headers: { Origin: 'https://evil.example' } },
      ]
      for (const { person, headers } of sent) {
        const asked = await desk.ask({ person, path: pathOf(route), params: {}, headers }, SENT)
        const status = await thrownBy(action(asked)).then(
          (thrown) => thrown.status,
          () => 'a page',
        )
        if (status !== 403) open.push(`${route.path} answers ${status}`)
      }
    }
    expect(open).toEqual([])
    expect(all.filter(({ action }) => action).length).toBeGreaterThan(8)
    expect(await world.deps.db.auditEvent.count()).toBe(before)
  })
})
