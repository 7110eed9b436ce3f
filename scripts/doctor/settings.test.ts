import { expect, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { findInSettings } from './settings.ts'

const found = (changes: Record<string, string> = {}) =>
  findInSettings(
    parseConfig({
      ...harbourEnvironment({ harbourPort: 3100 }),
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000/',
      DATABASE_URL: 'postgres://localhost/quayside',
      SESSION_SECRET: 'x'.repeat(32),
      STORAGE_FOLDER: 'data/documents',
      ...changes,
    }),
  ).map(({ says }) => says)
const ofLedgers = (said: string[]) => said.filter((sentence) => sentence.includes('docs/decisions/087'))

test('a keeper of a ledger where no wallet can lock is told to serve open escrows alone', () => {
  expect(ofLedgers(found())).toEqual([])
  expect(ofLedgers(found({ STELLAR_PASSPHRASE: 'Test SDF Network ; September 2015' }))).toEqual([])
  expect(ofLedgers(found({ XRPL_NETWORK_ID: '1' }))).toEqual([
    expect.stringMatching(/^XRPL_SPONSOR_ACCOUNT is set: open escrows that the XRP Ledger holds are carried out/),
  ])
  const none = { XRPL_SPONSOR_ACCOUNT: '', XRPL_SPONSOR_SEED: '', ONCHAIN_SEALING_KEY: '' }
  expect(ofLedgers(found({ XRPL_NETWORK_ID: '1', ...none }))).toEqual([])
})

test('limits of payouts are told, and which are switched off', () => {
  const usual = {
    PAYOUT_LIMIT_USD: '',
    PAYOUT_LIMIT_HOUR_USD: '',
    PAYOUT_LIMIT_DAY_USD: '',
    PAYOUT_LIMIT_DIRECTED_USD: '',
  }
  const ofLimits = (changes: Record<string, string>) =>
    found({ ...usual, ...changes }).filter((sentence) => sentence.includes('PAYOUT_LIMIT'))
  const all =
    'PAYOUT_LIMIT_USD 10000, PAYOUT_LIMIT_HOUR_USD 25000, PAYOUT_LIMIT_DAY_USD 50000, PAYOUT_LIMIT_DIRECTED_USD 500'
  expect(ofLimits({})).toEqual([expect.stringContaining(`Above ${all} a payout waits for another operator`)])
  expect(ofLimits({ PAYOUT_LIMIT_DIRECTED_USD: 'none' })).toEqual([
    expect.stringMatching(/^PAYOUT_LIMIT_DIRECTED_USD: none\. One operator alone/),
    expect.stringContaining('PAYOUT_LIMIT_DAY_USD 50000 a payout waits'),
  ])
})
