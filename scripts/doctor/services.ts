/** The external services: document store, mail, prices, webhook; and the folder for temporary files. */
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Config } from '#app/config.server.ts'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { openMailer } from '#app/notices/services/mailer.server.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { openAlertHook } from '#app/ops/services/alert-hook.server.ts'
import { openMarket } from '#app/prices/services/market.server.ts'
import { openStorage } from '#app/trade/documents/services/storage.server.ts'
import type { Check } from './look.ts'
import { domainOf } from './mail-domain.ts'

export function checksOfServices(config: Config, { sendMailTo }: { sendMailTo: string | null }): Check[] {
  return [
    { about: 'documents', find: () => findStore(config) },
    { about: 'temporary files', find: findTemporaryFolder },
    { about: 'mail service', find: () => findMailService(config) },
    ...(sendMailTo === null ? [] : [{ about: 'letter', find: () => sendLetter(config, sendMailTo) }]),
    { about: 'prices', find: () => findPrices(config) },
    ...(config.alertHook === null ? [] : [{ about: 'webhook', find: () => postTest(config) }]),
  ]
}

async function findStore({ storage: settings }: Config): Promise<Finding[]> {
  const where = settings.kind === 's3' ? `bucket ${settings.bucket}` : `folder ${settings.folder}`
  const { ok, mend } = findingsAbout('documents')
  const key = `health/doctor-${randomUUID()}`
  try {
    const storage = await openStorage(settings)
    await storage.put(key, Readable.from([Buffer.from(key)]))
    const kept = await text(await storage.read(key))
    await storage.remove(key)
    if (kept !== key) return [mend(`The ${where} gives back something else than what was put there.`)]
    return [ok(`A file was put into the ${where}, read, and removed.`)]
  } catch (error) {
    return [
      mend(`The ${where} does not keep a file: ${causeOf(error)}. Look at its name, its keys and rights, its space.`),
    ]
  }
}

/** Uploads on their way to a bucket are stored here. */
async function findTemporaryFolder(): Promise<Finding[]> {
  const { ok, note } = findingsAbout('temporary files')
  const path = join(tmpdir(), `quayside-doctor-${randomUUID()}`)
  try {
    await writeFile(path, 'quayside', { flag: 'wx' })
    await rm(path)
    return [ok(`${tmpdir()} takes files.`)]
  } catch (error) {
    return [
      note(
        `${tmpdir()} takes no files (${causeOf(error)}): uploads to a bucket go through memory, 160 MB of it at most.`,
      ),
    ]
  }
}

async function findMailService({ mail }: Config): Promise<Finding[]> {
  const { ok, mend, note } = findingsAbout('mail service')
  const key = await openMailer(mail).askAboutKey()
  if (key.is !== 'taken') {
    return [
      mend(key.is === 'refused' ? `It refuses RESEND_API_KEY: ${key.words}` : `It cannot be asked: ${key.words}.`),
    ]
  }
  if (key.domains === null) {
    return [
      ok('It takes the key.'),
      note('The key may send and nothing else, as it should: whether the domain is verified it does not say.'),
    ]
  }
  const wanted = domainOf(mail.from)
  const known = key.domains.find(({ name }) => name.toLowerCase() === wanted)
  if (known?.status === 'verified') return [ok(`It takes the key, and has verified ${wanted}.`)]
  return known
    ? [mend(`${wanted} of MAIL_FROM is “${known.status}” there: finish its DNS records, and verify it there.`)]
    : [mend(`It does not know the domain of MAIL_FROM, ${wanted}: add it there.`)]
}

async function sendLetter({ mail }: Config, to: string): Promise<Finding[]> {
  const { ok } = findingsAbout('letter')
  const words = 'This letter was asked for by npm run doctor. Whoever reads it gets letters of this Quayside.'
  const { id } = await openMailer(mail).send({
    to,
    subject: 'Quayside: a letter to try the post',
    text: words,
    html: `<p>${words}</p>`,
    idempotencyKey: `doctor-${randomUUID()}`,
  })
  return [ok(`It was taken for ${to} (${id}). Look whether it arrives, and not among spam.`)]
}

/** Throws the webhook's error when it does not accept the message. */
async function postTest({ alertHook: settings, origin }: Config): Promise<Finding[]> {
  const { ok, note } = findingsAbout('webhook')
  if (settings === null) return []
  const at = new Date()
  const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: { origin } })
  const status = await openAlertHook(settings).post({ id: randomUUID(), at, body })
  return [
    ok(`It took a message of type test, and answered ${status}. Look whether it reached anybody.`),
    ...(settings.key === null
      ? [note('Nothing is signed: set ALERT_WEBHOOK_SECRET where its reader can check it.')]
      : []),
  ]
}

async function findPrices({ market: settings }: Config): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('prices')
  const market = openMarket(settings)
  const known = await market.prices().then(
    (prices) => {
      const missing = ASSETS.filter((asset) => !prices.some((price) => price.asset === asset))
      return missing.length === 0
        ? ok('CoinGecko has all prices.')
        : mend(`CoinGecko has no price of ${missing.join(', ')}.`)
    },
    (error: unknown) =>
      mend(`CoinGecko gives no prices: ${causeOf(error)}. Without them nothing is quoted; see COINGECKO_URL.`),
  )
  const traded = await market.lastTrades('XLM').then(
    (trades) => (trades.length > 0 ? ok('Kraken has trades.') : mend('Kraken has no trade of XLM.')),
    (error: unknown) =>
      mend(`Kraken gives no trades: ${causeOf(error)}. Without them nothing is quoted; see KRAKEN_URL.`),
  )
  return [known, traded]
}
