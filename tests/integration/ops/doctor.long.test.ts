/** `npm run doctor`: an installation that is right, and what it says of each thing that is not. */
import { tmpdir } from 'node:os'
import { Horizon, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOperator } from '#app/accounts/workflows/operators/make-operator.server.ts'
import { SIGNING_SETTINGS } from '#app/config/environment.server.ts'
import type { Finding } from '#app/ops/domain/finding.ts'
import { stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { prepareAccounts } from '#scripts/accounts/prepare-accounts.ts'
import { examine } from '#scripts/doctor/examine.ts'
import { check } from '#scripts/doctor/look.ts'
import { runScript, settingsOf } from '#tests/support/operating/commands.ts'
import { type FrontServer, startFrontServer } from '#tests/support/operating/front-server.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'
import { granted, pay } from '#tests/support/world/people.ts'
import { setRuntime } from '#tests/support/world/routes.ts'
import { startS3 } from '#tests/support/world/s3.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const VISITOR = '198.51.100.9'

let world: World
let front: FrontServer
let healthz: typeof import('#app/ops/routes/healthz.ts')

function mendFront() {
  front.passOn = (headers) => headers.set('x-real-ip', VISITOR)
  front.refuseBody = () => null
  front.answer = (request) => healthz.loader({ request, params: {}, context: {} })
}

const heartbeat = (jobRanAt: Date) =>
  world.deps.db.workerHeartbeat.upsert({
    where: { workerId: 'a worker of the test' },
    create: { workerId: 'a worker of the test', beatAt: jobRanAt, jobRanAt },
    update: { jobRanAt },
  })

beforeAll(async () => {
  world = await openWorld({ ledgerMs: 200 })
  front = await startFrontServer()
  setRuntime(world, { TRUSTED_IP_HEADER: 'X-Real-IP' })
  healthz = await import('#app/ops/routes/healthz.ts')
  mendFront()
  await prepareAccounts(world.harbour.environment(), {
    yes: false,
    makeKeys: false,
    keepKeys: async () => {
      throw new Error('The harbour has keys for all of them.')
    },
    isWatched: async () => false,
    say: () => undefined,
  })
  granted(await makeOperator(world.deps, { email: 'olga@example.org' }))
  await heartbeat(new Date())
})

afterEach(async () => {
  mendFront()
  world.harbour.faults.clear()
  await heartbeat(new Date())
})

afterAll(async () => {
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  await closeLimits()
  await front.close()
  await world[Symbol.asyncDispose]()
})

const settings = (): Record<string, string> => ({
  ...settingsOf(world),
  PUBLIC_ORIGIN: front.origin,
  TRUSTED_IP_HEADER: 'X-Real-IP',
})
const inWords = ({ about, says }: Finding) => `${about}: ${says}`
const mendsOf = (findings: readonly Finding[]) => findings.filter(({ verdict }) => verdict === 'mend').map(inWords)

/** Returns what is to be mended with these settings. */
async function mends(changed: Record<string, string> = {}): Promise<string[]> {
  return mendsOf(await examine({ ...settings(), ...changed }))
}

describe('where all is as it should be', () => {
  test('nothing is to be mended, and the command says so with exit code 0', async () => {
    const findings = await examine(settings())
    expect(mendsOf(findings)).toEqual([])
    const said = findings.filter(({ verdict }) => verdict === 'ok').map(inWords)
    expect(said).toEqual(
      expect.arrayContaining([
        'schema: Every migration of this version is applied, and no other.',
        'STELLAR_ESCROW_ACCOUNT: It has the trustline for USDC.',
        'STELLAR_ESCROW_SEED: It can sign payments of its account.',
        'XRPL_FEE_ACCOUNT: It demands a destination tag (asfRequireDest).',
        'STELLAR_SPONSOR_SEED: It can sign payments of its account.',
        'STELLAR_ARBITER_SEED: It signs for STELLAR_ARBITER_ADDRESS.',
        'ONCHAIN_SEALING_KEY: It opens the secrets of all open escrows.',
        'uploads: A form of 321 MB is not refused by its length.',
        'proxy: X-Real-IP tells the visitor’s address, and cannot be forged.',
        'web app: It has the same accounts as these settings.',
      ]),
    )
    const run = await runScript('scripts/doctor/doctor.ts', ['--json', '--send-mail', 'olga@example.org'], settings())
    // First the findings, which the exit code alone does not tell.
    expect(mendsOf(JSON.parse(run.out).findings)).toEqual([])
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(run.out)).toMatchObject({ ok: true, findings: expect.any(Array) })
    expect(world.harbour.post.mails().map(({ to }) => to)).toEqual([['olga@example.org']])
    const secrets = [...SIGNING_SETTINGS.flatMap((name) => settings()[name] ?? []), settings().SESSION_SECRET]
    for (const secret of secrets) expect(run.out).not.toContain(secret)
  })

  test('only who has the installation’s secret is told how a request arrived', async () => {
    const plain = await fetch(`${front.origin}/healthz`)
    expect(await plain.json()).toEqual({ ok: true })
    const forged = await fetch(`${front.origin}/healthz`, {
      headers: { 'x-quayside-doctor': `${Date.now()}.${'0'.repeat(64)}` },
    })
    expect(await forged.json()).toEqual({ ok: true })
  })
})

type Case = {
  name: string
  /** Wrong settings; or makes the world wrong. */
  with: () => Record<string, string> | Promise<Record<string, string>>
  says: RegExp
}

const [bare, weak] = [Keypair.random(), Keypair.random()]

async function demandTwoSigners(key: Keypair): Promise<void> {
  const { HORIZON_URL = '', STELLAR_PASSPHRASE: networkPassphrase = '' } = world.harbour.environment()
  const server = new Horizon.Server(HORIZON_URL, { allowHttp: true })
  const builder = new TransactionBuilder(await server.loadAccount(key.publicKey()), { fee: '1000', networkPassphrase })
  const transaction = builder
    .addOperation(Operation.setOptions({ medThreshold: 2, highThreshold: 2 }))
    .setTimeout(60)
    .build()
  transaction.sign(key)
  await server.submitTransaction(transaction)
}

const CASES: Case[] = [
  {
    name: 'an account that nobody funded',
    with: () => ({ STELLAR_FEE_ACCOUNT: Keypair.random().publicKey(), STELLAR_FEE_SEED: '' }),
    says: /^STELLAR_FEE_ACCOUNT: G\w+ is not on the ledger: send it XLM/,
  },
  {
    name: 'an account with too little of its own',
    with: () => ({ FLOAT_LOW_XLM: '100000' }),
    says: /^STELLAR_ESCROW_ACCOUNT: .*send it at least [\d.]+ XLM/,
  },
  {
    name: 'an account without a trustline',
    async with() {
      await pay(world, { from: 'friend', asset: 'XLM', to: bare.publicKey(), amount: '50', memo: null })
      return { STELLAR_ESCROW_ACCOUNT: bare.publicKey(), STELLAR_ESCROW_SEED: bare.secret() }
    },
    says: /^STELLAR_ESCROW_ACCOUNT: It has no trustline for USDC of G\w+; npm run accounts:prepare does it\.$/,
  },
  {
    name: 'another issuer than that of the trustlines',
    with: () => ({ USDC_ISSUER: stellarPlayKey('friend').publicKey() }),
    says: /^STELLAR_FEE_ACCOUNT: It has no trustline for USDC .* It has one for USDC of G\w+: is USDC_ISSUER right\?$/,
  },
  {
    name: 'an issuer that is on no ledger',
    with: () => ({ USDC_ISSUER: Keypair.random().publicKey() }),
    says: /^USDC_ISSUER: G\w+ is not on the ledger/,
  },
  {
    name: 'an account that takes XRP without a tag',
    with: () => ({ XRPL_FEE_ACCOUNT: xrplPlayWallet('seller').address, XRPL_FEE_SEED: '' }),
    says: /^XRPL_FEE_ACCOUNT: It does not demand a destination tag/,
  },
  {
    name: 'an account that takes XLM without a memo',
    with: () => ({ STELLAR_FEE_ACCOUNT: stellarPlayKey('seller').publicKey(), STELLAR_FEE_SEED: '' }),
    says: /^STELLAR_FEE_ACCOUNT: It does not demand a memo \(SEP-29/,
  },
  {
    name: 'the passphrase of another network',
    with: () => ({ STELLAR_PASSPHRASE: 'Test SDF Network ; September 2015' }),
    says: /^Stellar 127\.0\.0\.1:\d+: It cannot be used: .*serves the network "Quayside Harbour ; play money", not/,
  },
  {
    name: 'the id of another network',
    with: () => ({ XRPL_NETWORK_ID: '1' }),
    says: /^XRP Ledger 127\.0\.0\.1:\d+: It cannot be used: .*rippled serves network 763, not 1/,
  },
  {
    name: 'the seed of another account',
    with: () => ({ STELLAR_ESCROW_SEED: stellarPlayKey('friend').secret() }),
    says: /STELLAR_ESCROW_SEED.*is (?:not )?the seed of/,
  },
  {
    name: 'a seed whose weight is too little for a payment',
    async with() {
      await pay(world, { from: 'friend', asset: 'XLM', to: weak.publicKey(), amount: '50', memo: null })
      await demandTwoSigners(weak)
      return { STELLAR_ESCROW_ACCOUNT: weak.publicKey(), STELLAR_ESCROW_SEED: weak.secret() }
    },
    says: /^STELLAR_ESCROW_SEED: It cannot sign payments of G\w+: its weight is 1, a payment takes 2\.$/,
  },
  {
    name: 'what is no seed',
    with: () => ({ XRPL_ESCROW_SEED: 'sEdNotASeedAtAll' }),
    says: /XRPL_ESCROW_SEED.*no secret seed/,
  },
  {
    name: 'a folder that takes no files',
    with: () => ({ STORAGE_FOLDER: '/dev/null/documents' }),
    says: /^documents: The folder \/dev\/null\/documents does not keep a file/,
  },
  {
    name: 'a key that the mail service does not take',
    with: () => ({ RESEND_API_KEY: 'of_somebody_else' }),
    says: /^mail service: It refuses RESEND_API_KEY: 403 invalid_api_key/,
  },
  {
    name: 'a price service that is not there',
    with: () => ({ COINGECKO_URL: 'http://127.0.0.1:9' }),
    says: /^prices: CoinGecko gives no prices/,
  },
  {
    name: 'an origin at which nobody is',
    with: () => ({ PUBLIC_ORIGIN: 'http://127.0.0.1:9' }),
    says: /^PUBLIC_ORIGIN: http:\/\/127\.0\.0\.1:9 cannot be reached from here: /,
  },
  {
    name: 'an origin at which somebody else is',
    with() {
      front.answer = async () => new Response('<h1>Welcome to nginx!</h1>')
      return {}
    },
    says: /^PUBLIC_ORIGIN: .*\/healthz answers 200, and is not Quayside’s/,
  },
  {
    name: 'an origin of an installation with another secret',
    with: () => ({ SESSION_SECRET: 'another secret than that of the web app' }),
    says: /^PUBLIC_ORIGIN: What answers at .* is another installation, or has another SESSION_SECRET/,
  },
  {
    name: 'a web app with another account than the worker',
    with: () => ({ XRPL_FEE_ACCOUNT: xrplPlayWallet('exchange').address, XRPL_FEE_SEED: '' }),
    says: /^web app: XRPL_FEE_ACCOUNT is r\w+ there and r\w+ here: set both processes alike/,
  },
  {
    name: 'a web app that offers what the worker does not keep',
    with: () => ({ XRPL_SPONSOR_ACCOUNT: '', XRPL_SPONSOR_SEED: '', ONCHAIN_SEALING_KEY: '' }),
    says: /^web app: XRPL_SPONSOR_ACCOUNT is r\w+ there and not set here: set both processes alike/,
  },
  {
    name: 'a keeper of escrows that nobody funded',
    with() {
      const key = Keypair.random()
      return { STELLAR_SPONSOR_ACCOUNT: key.publicKey(), STELLAR_SPONSOR_SEED: key.secret() }
    },
    says: /^STELLAR_SPONSOR_ACCOUNT: G\w+ is not on the ledger: send it XLM/,
  },
  {
    name: 'a keeper of escrows with too little for their reserves',
    async with() {
      const key = Keypair.random()
      await pay(world, { from: 'friend', asset: 'XLM', to: key.publicKey(), amount: '20', memo: null })
      return { STELLAR_SPONSOR_ACCOUNT: key.publicKey(), STELLAR_SPONSOR_SEED: key.secret() }
    },
    says: /^STELLAR_SPONSOR_ACCOUNT: .*send it at least 11 XLM/,
  },
  {
    name: 'the seed of another arbiter',
    with: () => ({ STELLAR_ARBITER_SEED: stellarPlayKey('friend').secret() }),
    says: /^STELLAR_ARBITER_SEED: It is the seed of G\w+, not of G\w+\./,
  },
  {
    name: 'a proxy that passes on what visitors say of themselves',
    with() {
      front.passOn = () => undefined
      return {}
    },
    says: /^proxy: X-Real-IP arrives as a visitor wrote it/,
  },
  {
    name: 'a proxy that drops the header',
    with() {
      front.passOn = (headers) => headers.delete('x-real-ip')
      return {}
    },
    says: /^proxy: X-Real-IP arrives without an address/,
  },
  {
    name: 'no worker for an hour',
    async with() {
      await heartbeat(new Date(Date.now() - 3_600_000))
      return {}
    },
    says: /^worker: None has run a job since 20\d\d-.*: start it/,
  },
  {
    name: 'a limit that takes two operators, and one of them',
    with: () => ({ PAYOUT_LIMIT_USD: '25000' }),
    says: /^operators: There is one\. Payouts above the limits wait until there is a second/,
  },
  {
    name: 'a setting that cannot be read',
    with: () => ({ HORIZON_URL: 'horizon.example' }),
    says: /^settings: HORIZON_URL/,
  },
]

describe('it finds', () => {
  test.each(CASES)('$name', async ({ with: change, says }) => {
    expect(await mends(await change())).toContainEqual(expect.stringMatching(says))
  })

  test('a proxy that takes a megabyte, as nginx does', async () => {
    front.refuseBody = (bytes) => (bytes > 1024 * 1024 ? 413 : null)
    expect(await mends()).toContainEqual(
      expect.stringMatching(/^uploads: The proxy refuses a form of \d+ MB \(413\).*client_max_body_size \d+m\)\.$/),
    )
  })

  test('payouts and readings that are stopped', async () => {
    const { db, accounts } = world.deps
    const network = 'xrpl'
    const { id } = await db.payoutStop.create({
      data: { network, cause: 'books', reason: 'A difference of the test.' },
    })
    const account = accounts.xrpl.fee
    await db.cursorStop.create({ data: { network, account, cause: 'history_gone', detail: 'gone', since: new Date() } })
    const found = await mends()
    expect(found).toContainEqual(expect.stringMatching(/^payouts: Those on XRP Ledger are stopped since .* \(books\)/))
    expect(found).toContainEqual(
      expect.stringMatching(/^deposits: Those of r\w+ are not read since .* \(history_gone\)/),
    )
    await db.payoutStop.update({ where: { id }, data: { endedAt: new Date(), endReason: 'The test is over.' } })
    await db.cursorStop.delete({ where: { network_account: { network, account } } })
  })

  test('a bucket that is not there', async () => {
    const s3 = await startS3()
    s3.trouble = { status: 404, code: 'NoSuchBucket' }
    const { endpoint = '' } = s3.settings as { endpoint?: string }
    const keys = { S3_BUCKET: 'of-nobody', S3_REGION: 'auto', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(await mends({ ...keys, S3_ENDPOINT: endpoint })).toContainEqual(
      expect.stringMatching(/^documents: The bucket of-nobody does not keep a file/),
    )
    await s3.close()
  })

  test('a database that was never migrated, and what else is wrong beside it', async () => {
    await using database = await emptyDatabase()
    const found = await mends({ DATABASE_URL: database.url, RESEND_API_KEY: 'of_somebody_else' })
    expect(found).toContainEqual(
      expect.stringMatching(/^schema: The database is older than this code.*Run npm run migrate\.$/),
    )
    expect(found).toContainEqual(expect.stringMatching(/^mail service: /))
  })

  test('a database that is not there, with exit code 1, and looks at all the rest', async () => {
    const gone = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', STORAGE_FOLDER: tmpdir() }
    const run = await runScript('scripts/doctor/doctor.ts', [], { ...settings(), ...gone })
    expect(run).toMatchObject({ code: 1, err: '' })
    expect(run.out).toMatch(/^mend {2}database +It cannot be asked: connection refused/m)
    expect(run.out).toMatch(/^ok {4}XRPL_ESCROW_ACCOUNT +It demands a destination tag/m)
    expect(run.out).toMatch(/\d to mend\.\n$/)
  })
})

test('a look that hangs is told of, and hides no other', async () => {
  const well: Finding = { verdict: 'ok', about: 'another', says: 'It answers.' }
  const looks = [
    { about: 'a service', find: () => new Promise<Finding[]>(() => undefined) },
    { about: 'another', find: async () => [well] },
    { about: 'a third', find: () => Promise.reject(new Error('no such name')) },
  ]
  expect(await check(looks, 50)).toEqual([
    { verdict: 'mend', about: 'a service', says: 'It gave no answer within 0.05 s.' },
    well,
    { verdict: 'mend', about: 'a third', says: 'It cannot be asked: no such name.' },
  ])
})
