import { expect, test } from 'vitest'
import { pathForLog, withoutSecrets } from './secrets.ts'

const STELLAR_SEED = `S${'A2'.repeat(27)}B`
const XRPL_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb'

test.each([
  ['Invalid `to` field: ann.lee+x@mail.example.com', 'Invalid `to` field: [removed]'],
  ['postgres://quayside:s3cr-et@db.example:5432/x refused', 'postgres://[removed]:5432/x refused'],
  [`the seed ${STELLAR_SEED} is wrong`, 'the seed [removed] is wrong'],
  [`the seed ${XRPL_SEED} is wrong`, 'the seed [removed] is wrong'],
  ['GET /reset-password?token=Zm9v-YmFy_x&lng=de', 'GET /reset-password?token=[removed]&lng=de'],
  ['cookie: lng=de; sid=MTIz.abc; x=1', 'cookie: lng=de; sid=[removed]; x=1'],
  ['authorization: Bearer re_123456789', 'authorization: Bearer [removed]'],
  ['no escrow auto_0123456789ABCDEFGHJK here', 'no escrow auto_[removed] here'],
  ['confirmations/esc_0123456789ABCDEFGHJK_image-5f.png', 'confirmations/esc_[removed]_image-5f.png'],
  ['the key re_123456789_abc is not known', 'the key [removed] is not known'],
])('%s', (text, without) => expect(withoutSecrets(text)).toBe(without))

test('JSON stays JSON, and a secret at the beginning of a line is found in it', () => {
  const lines = { cause: `first\nann@example.com\n${STELLAR_SEED}\n${XRPL_SEED}\ntoken=abc\n` }
  expect(JSON.parse(withoutSecrets(JSON.stringify(lines)))).toEqual({
    cause: 'first\n[removed]\n[removed]\n[removed]\ntoken=[removed]\n',
  })
})

test.each([
  `{"payout":"019a2c3e-7d1f-7b6a-9c55-0242ac120002","hash":"${'ab'.repeat(32)}"}`,
  'GAFJCKSI5J52FBZDQBE6OI43INO5EQTYRRXD54FRDQLJMEDN4HXLOCS4',
  'at run (/srv/node_modules/@remix-run/express/dist/server.js:39:21)',
  'startPayoutsOfThisLedgerSoon',
])('what is no secret stays: %s', (text) => expect(withoutSecrets(text)).toBe(text))

test.each([
  ['/statements/auto_0123456789ABCDEFGHJK', '/statements/[removed]'],
  ['/statements/auto_0123456789ABCDEFGHJK.pdf?lng=th', '/statements/[removed].pdf'],
  ['/statements/0123456789-mistyped.data', '/statements/[removed].data'],
  ['/contracts/019a2c3e-7d1f-7b6a-9c55-0242ac120002/preview', '/contracts/[removed]/preview'],
  ['/auto_0123456789abcdefghjk', '/auto_[removed]'],
  ['/documents/019a2c3e-7d1f-7b6a-9c55-0242ac120002', '/documents/019a2c3e-7d1f-7b6a-9c55-0242ac120002'],
  ['/login?email=ann@example.com', '/login'],
])('the path %s stands in a log as %s', (url, path) => expect(pathForLog(url)).toBe(path))
