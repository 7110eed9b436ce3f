/** Errors are shown in our own words, on a page, whether Express, Remix or one of our guards found them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '#scripts/trade/http-client.ts'
import type { App } from '#tests/support/app/app.ts'
import { borrowApp, useUpTries } from '#tests/support/app/lent-app.ts'

let app: App

beforeAll(async () => {
  app = await borrowApp()
})
afterAll(() => app?.close())

const ours = () => ({ Origin: app.origin })

describe.each<{
  what: string
  status: number
  path: string
  sent: () => Parameters<Visitor['send']>[1]
  title: string
}>([
  {
    what: 'a form that is none in the form of one',
    status: 400,
    path: '/login',
    sent: () => ({
      method: 'POST',
      headers: { ...ours(), 'Content-Type': 'multipart/form-data; boundary=x' },
      body: 'nothing',
    }),
    title: 'We can’t read this',
  },
  { what: 'a door for operators', status: 403, path: '/admin-panel', sent: () => ({}), title: 'Access Denied' },
  {
    what: 'a form of another site',
    status: 403,
    path: '/login',
    sent: () => ({ method: 'POST', headers: { Origin: 'null' }, body: new URLSearchParams({ email: 'a' }) }),
    title: 'This form is not from our pages',
  },
  { what: 'no page', status: 404, path: '/nowhere', sent: () => ({}), title: 'Page not found' },
  { what: 'half an address', status: 404, path: '/%', sent: () => ({}), title: 'Page not found' },
  { what: 'an address of no letters', status: 404, path: '/%ff%fe', sent: () => ({}), title: 'Page not found' },
  {
    what: 'a form where there is none',
    status: 405,
    path: '/faq',
    sent: () => ({ method: 'POST', headers: ours(), body: new URLSearchParams({ a: 'b' }) }),
    title: 'We can’t read this',
  },
  {
    what: 'a method of no form',
    status: 405,
    path: '/faq',
    sent: () => ({ method: 'PUT', headers: ours(), body: 'a' }),
    title: 'We can’t read this',
  },
  {
    what: 'too much',
    status: 413,
    path: '/login',
    sent: () => ({ method: 'POST', headers: ours(), body: new URLSearchParams({ email: 'a'.repeat(30_000) }) }),
    title: 'This is too large',
  },
  {
    what: 'no form at all',
    status: 415,
    path: '/login',
    sent: () => ({ method: 'POST', headers: { ...ours(), 'Content-Type': 'application/json' }, body: '{}' }),
    title: 'We can’t read this',
  },
])('$what', ({ status, path, sent, title }) => {
  it(`is ${status} on a page of ours`, async () => {
    const answer = await app.visitor().send(path, sent())
    const html = await answer.text()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(html).toContain(`>${title}</h1>`)
    expect(html).toContain('Return to Home')
  })
})

it('too many tries are told on a page', async () => {
  const { visitor, email } = await app.signIn('seller')
  await useUpTries(app, { limit: 'look_up_by_user', email })
  const answer = await visitor.send('/seller-confirm?txid=auto_00000000000000000000')
  expect(answer.status).toBe(429)
  expect(await answer.text()).toContain('>Too many attempts</h1>')
})

it('every one of them speaks the reader’s language', async () => {
  const answer = await app.visitor().send('/%', { headers: { 'Accept-Language': 'de' } })
  expect(await answer.text()).toContain('lang="de"')
})
