import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnvironment, refuseSigning, SIGNING_NAMES } from './environment.server.ts'
import { ConfigInvalid } from './values.ts'

const folder = mkdtempSync(join(tmpdir(), 'quayside-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string): string {
  const path = join(folder, `${Math.abs(hash(content))}`)
  writeFileSync(path, content)
  return path
}
const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7)

test('what is empty is not set, and spaces around a value are nobody’s meaning', () => {
  const { settings } = readEnvironment({ A: '', B: '  ', C: ' c ', D: undefined, EXTERNAL_ESCROW_URL: '' })
  expect(settings).toEqual({ C: 'c', EXTERNAL_ESCROW_URL: '' })
})

test.each([
  ['one\n', 'one'],
  ['one\r\n', 'one'],
  ['one\n\n', 'one\n'],
  ['one', 'one'],
])('a secret comes from its file, without the newline at its end: %j', (content, value) => {
  const read = readEnvironment({ SESSION_SECRET_FILE: fileOf(content) })
  expect(read).toEqual({ settings: { SESSION_SECRET: value }, complaints: [], formerNames: [] })
})

test('a secret that is set twice is refused, and neither value is told', () => {
  const { complaints } = readEnvironment({ RESEND_API_KEY: 're_one', RESEND_API_KEY_FILE: fileOf('re_two') })
  expect(complaints).toEqual(['RESEND_API_KEY_FILE: is set together with RESEND_API_KEY; keep one of them'])
  expect(readEnvironment({ RESEND_API_KEY: '', RESEND_API_KEY_FILE: fileOf('re_two') }).complaints).toEqual([])
})

test('a file that is missing, empty, a folder or no secret is told by its path', () => {
  const said = (path: string) => readEnvironment({ DATABASE_URL_FILE: path }).complaints.join()
  expect(said('/nowhere/secret')).toMatch(/^DATABASE_URL_FILE: the file \/nowhere\/secret cannot be read .*ENOENT/)
  expect(said(folder)).toContain('EISDIR')
  expect(said(fileOf(' \n'))).toContain('is empty')
  expect(said(fileOf('x'.repeat(70_000)))).toContain('has 70000 bytes')
})

test('what is no secret is not looked for in files', () => {
  expect(readEnvironment({ LOG_LEVEL_FILE: '/nowhere' })).toEqual({
    settings: { LOG_LEVEL_FILE: '/nowhere' },
    complaints: [],
    formerNames: [],
  })
})

test('the web app is refused with anything that signs, by name and never by value, and told how to start', () => {
  const refused = (env: Record<string, string>) => {
    try {
      refuseSigning(env)
      return ''
    } catch (error) {
      return error instanceof ConfigInvalid ? error.message : String(error)
    }
  }
  expect(refused({ STELLAR_ESCROW_SEED: '', XRPL_FEE_SEED: ' ' })).toBe('')
  const said = refused({ STELLAR_ESCROW_SEED: 'SECRET', XRPL_FEE_SEED_FILE: '/run/secrets/xrpl' })
  expect(said).toContain('STELLAR_ESCROW_SEED: the web app must not be able to sign')
  expect(said).toContain('env -u STELLAR_ESCROW_SEED -u XRPL_FEE_SEED_FILE npm run start:web')
  expect(said).not.toContain('SECRET,')
  expect(refused({ NODE_ENV: 'development', STELLAR_ESCROW_SEED: 'SECRET' })).toBe('')
})

test('what keeps escrows on a ledger is refused to the web app, too, and comes from files', () => {
  const keys = ['STELLAR_SPONSOR_SEED', 'STELLAR_ARBITER_SEED', 'XRPL_SPONSOR_SEED', 'ONCHAIN_SEALING_KEY']
  for (const name of keys) {
    expect(() => refuseSigning({ [name]: 'SECRET' })).toThrow(`${name}: the web app must not be able to sign`)
    expect(readEnvironment({ [`${name}_FILE`]: fileOf(`${name}\n`) }).settings).toEqual({ [name]: name })
  }
})

test('a former name is read, from a file too, and told; two values are refused, and neither is told', () => {
  expect(readEnvironment({ STELLAR_KEEPER_ACCOUNT: 'G', PAYOUT_LANES: '2', PAYOUT_SLOTS: '2' })).toEqual({
    settings: { STELLAR_SPONSOR_ACCOUNT: 'G', PAYOUT_SLOTS: '2' },
    complaints: [],
    formerNames: ['PAYOUT_LANES', 'STELLAR_KEEPER_ACCOUNT'],
  })
  expect(readEnvironment({ HELD_SEALING_KEY_FILE: fileOf('a key') }).settings).toEqual({ ONCHAIN_SEALING_KEY: 'a key' })
  const { complaints } = readEnvironment({ XRPL_KEEPER_SEED: 'one', XRPL_SPONSOR_SEED: 'two' })
  expect(complaints).toEqual([
    'XRPL_KEEPER_SEED: is called XRPL_SPONSOR_SEED now, which has another value; keep XRPL_SPONSOR_SEED',
  ])
  expect(() => refuseSigning({ XRPL_KEEPER_SEED: 'one' })).toThrow('XRPL_KEEPER_SEED: the web app must not')
})

test('where one place sets both, Fly’s web app is started without any of them', () => {
  const web = readFileSync(join(import.meta.dirname, '..', '..', 'fly.toml'), 'utf8')
  for (const name of SIGNING_NAMES) expect(web).toContain(`-u ${name} `)
})
