/** What is refused where real money is: any unencrypted connection to another machine. */
import { expect, test } from 'vitest'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { settingsSchema } from './schema.ts'

const HARBOUR: Record<string, string> = {
  ...harbourEnvironment({ harbourPort: 3100 }),
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000/',
  DATABASE_URL: 'postgres://localhost/quayside',
  SESSION_SECRET: 'x'.repeat(32),
  STORAGE_FOLDER: 'data/documents',
}
const STELLAR = { STELLAR_PASSPHRASE: 'Public Global Stellar Network ; September 2015' }
const XRPL = { XRPL_NETWORK_ID: '0' }
const BUCKET = { S3_BUCKET: 'papers', STORAGE_FOLDER: undefined }

/** Returns the complaints about one setting; others, which public networks cause here, do not matter. */
function said(name: string, changes: Record<string, string | undefined>): string[] {
  try {
    parseConfig({ ...HARBOUR, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.complaints.filter((complaint) => complaint.startsWith(`${name}:`))
    throw error
  }
}

const OPEN = 'can be read and changed on the way'
/** They have rules of their own, on every network. */
const OWN_RULES = ['ALERT_WEBHOOK_URL', 'PUBLIC_ORIGIN', 'EXTERNAL_ESCROW_URL', 'HARBOUR_CLOCK_URL', 'SIGNER_URL']
const ADDRESSES = Object.keys(settingsSchema.shape).filter(
  (name) => /_URL$|_ENDPOINT$|^CLAMD_ADDRESS$/.test(name) && !OWN_RULES.includes(name),
)
const far = (name: string, host: string) => {
  if (name === 'DATABASE_URL') return `postgres://ann:secret@${host}/quayside`
  if (name === 'CLAMD_ADDRESS') return `${host}:3310`
  return `${name === 'XRPL_URL' ? 'ws' : 'http'}://${host}/${name}`
}
const publicOf = (name: string) => (name === 'XRPL_URL' ? XRPL : STELLAR)
const own = (name: string, host: string) => ({ ...publicOf(name), ...BUCKET, [name]: far(name, host) })

test.each(ADDRESSES)('%s leads over no open way to another machine', (name) => {
  const complaints = said(name, own(name, 'server.example.org'))
  expect(complaints).toHaveLength(1)
  expect(complaints.join()).not.toContain('secret')
  expect(said(name, { ...BUCKET, [name]: far(name, 'server.example.org') })).toEqual([])
})

test.each(ADDRESSES)('%s may be open on this machine, and in a network of one’s own that is named', (name) => {
  expect(said(name, own(name, '127.0.0.1'))).toEqual([])
  expect(said(name, own(name, 'localhost'))).toEqual([])
  for (const [host, named] of [
    ['postgres', 'redis, postgres'],
    ['one.machine.internal', '.internal'],
    ['10.0.3.7', '10.0.3.7'],
  ] as const) {
    expect(said(name, own(name, host))).toHaveLength(1)
    expect(said(name, { ...own(name, host), PRIVATE_HOSTS: named })).toEqual([])
    expect(said(name, { ...own(name, host), PRIVATE_HOSTS: 'other' })).toHaveLength(1)
  }
})

test('what is sealed on the way is taken, of every server that is named', () => {
  expect(said('HORIZON_URL', { ...STELLAR, HORIZON_URL: 'https://one.example,https://two.example' })).toEqual([])
  expect(said('XRPL_URL', { ...XRPL, XRPL_URL: 'wss://one.example' })).toEqual([])
  const second = said('HORIZON_URL', { ...STELLAR, HORIZON_URL: 'https://one.example,http://two.example' })
  expect(second).toEqual([expect.stringContaining(`http://two.example ${OPEN}`)])
  // Nobody invents deposits on a ledger of play money.
  expect(said('XRPL_URL', { ...STELLAR, XRPL_URL: 'ws://one.example' })).toEqual([])
})

test.each([
  ['postgres://ann:secret@db.example.org/quayside?sslmode=verify-full', 0],
  ['postgres://ann:secret@db.example.org/quayside?sslmode=require', 0],
  ['postgres://ann:secret@db.example.org/quayside?sslmode=prefer', 1],
  ['postgres://ann:secret@db.example.org/quayside?sslmode=no-verify', 1],
  ['postgres://ann:secret@db.example.org/quayside?sslmode=disable', 1],
  ['postgres:///quayside?host=/var/run/postgresql', 0],
  ['postgres://[::1]:5432/quayside', 0],
])('the database at %s', (url, complaints) => {
  expect(said('DATABASE_URL', { ...XRPL, DATABASE_URL: url })).toHaveLength(complaints)
})
